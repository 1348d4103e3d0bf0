import type { ChangeRecord, Journal, Mute } from '../journal/journal.ts';

export function mute(journal: Journal, added: Mute): Journal {
  return { ...journal, mutes: [...journal.mutes.filter((known) => !isSame(known, added)), added] };
}

/** Returns the journal without one mute: that of a connection, or of one of its projects. Other mutes stay. */
export function unmute(journal: Journal, lifted: Pick<Mute, 'connection' | 'project'>): Journal {
  return { ...journal, mutes: journal.mutes.filter((known) => !isSame(known, lifted)) };
}

/** Returns the mute in force of exactly this project, or without a project of the connection. */
export function muteOf(
  journal: Journal,
  muted: Pick<Mute, 'connection' | 'project'>,
  now: number,
): Mute | undefined {
  return journal.mutes.find((mute) => isSame(mute, muted) && lasts(mute, now));
}

export function isMuted(
  journal: Journal,
  { connection, project }: Pick<ChangeRecord, 'connection' | 'project'>,
  now: number,
): boolean {
  return [project, undefined].some((muted) => muteOf(journal, { connection, project: muted }, now));
}

function isSame(a: Pick<Mute, 'connection' | 'project'>, b: Pick<Mute, 'connection' | 'project'>): boolean {
  return a.connection === b.connection && a.project === b.project;
}

/** Whether the mute is in force. One for an hour also ends if the clock is set back before its start. */
function lasts({ at, until }: Mute, now: number): boolean {
  return until === undefined || (at <= now && now < until);
}
