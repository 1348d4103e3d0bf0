import type { Change, Journal, Mute } from './journal.ts';

/** Adds a mute; one for the same connection and project replaces it. */
export function mute(journal: Journal, added: Mute): Journal {
  return { ...journal, mutes: [...journal.mutes.filter((known) => !isSame(known, added)), added] };
}

export function unmute(journal: Journal, lifted: Pick<Mute, 'connection' | 'project'>): Journal {
  return { ...journal, mutes: journal.mutes.filter((known) => !isSame(known, lifted)) };
}

/** A mute for an hour ends with the hour, or when the clock stands before its start. */
export function isMuted(
  journal: Journal,
  { connection, project }: Pick<Change, 'connection' | 'project'>,
  now: number,
): boolean {
  return journal.mutes.some(
    (mute) =>
      mute.connection === connection &&
      (mute.project === undefined || mute.project === project) &&
      (mute.until === undefined || (mute.at <= now && now < mute.until)),
  );
}

/** Ends what is still to be told and not wanted: by the journal's mutes or by `isSwitchedOff`, the settings. */
export function dropMuted(
  journal: Journal,
  now: number,
  isSwitchedOff: (change: Change) => boolean,
): Journal {
  const isUnwanted = (change: Change) =>
    !change.outcome && !change.claim && (isSwitchedOff(change) || isMuted(journal, change, now));
  if (!journal.changes.some(isUnwanted)) return journal;
  const outcome = { as: 'muted', at: now } as const;
  return {
    ...journal,
    changes: journal.changes.map((change) => (isUnwanted(change) ? { ...change, outcome } : change)),
  };
}

function isSame(a: Pick<Mute, 'connection' | 'project'>, b: Pick<Mute, 'connection' | 'project'>): boolean {
  return a.connection === b.connection && a.project === b.project;
}
