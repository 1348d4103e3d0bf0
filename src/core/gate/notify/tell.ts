import type { Change, Journal } from '../journal/journal.ts';
import { isFlip, isOf } from '../journal/observe.ts';

/**
 * How long an attempt to tell may take before its change counts as perhaps not seen, milliseconds. A teller answers
 * within a few seconds or not at all.
 */
export const claimLifetimeMs = 30_000;

interface Claimant {
  /** Unique for each attempt. */
  readonly token: string;
  readonly window: string;
  /** Local clock. */
  readonly now: number;
  /** Which changes are this window's to tell. */
  readonly isMine: (change: Change) => boolean;
}

/** What one attempt has to tell, oldest first. */
export interface Claimed {
  readonly as: 'toast' | 'recap';
  readonly changes: readonly Change[];
}

/**
 * Takes everything of one category that is to be told, gates first, before it is shown, so that no other window shows
 * it too. A single fresh change is a toast; several, or one that somebody claimed without reporting back (it may have
 * been seen), are a recap.
 */
export function claim(journal: Journal, { now, token, window, isMine }: Claimant): Journal {
  const all = dueChanges(journal, now, isMine);
  const due = new Set(all.some(isFlip) ? all.filter(isFlip) : all);
  if (due.size === 0) return journal;
  const isFresh = due.size === 1 && [...due].every(({ claim }) => claim === undefined);
  const as = isFresh ? 'toast' : 'recap';
  const epochs = new Map(journal.connections.map(({ uuid, epoch }) => [uuid, epoch]));
  const changes = journal.changes.map((change): Change => {
    if (!due.has(change)) return change;
    const epoch = epochs.get(change.connection) ?? 0;
    return { ...change, claim: { token, window, epoch, at: now, as } };
  });
  return { ...journal, changes };
}

/** What the attempt `token` has claimed and not acknowledged; undefined where that is nothing. */
export function claimedBy(journal: Journal, token: string): Claimed | undefined {
  const changes = journal.changes.filter((change) => !change.outcome && change.claim?.token === token);
  const as = changes[0]?.claim?.as;
  return as && { as, changes };
}

/** The attempt `token` was really shown. */
export function acknowledge(journal: Journal, token: string, now: number): Journal {
  const claimed = claimedBy(journal, token);
  if (!claimed) return journal;
  const shown = new Set(claimed.changes);
  const outcome = { as: claimed.as, at: now };
  return {
    ...journal,
    changes: journal.changes.map((change) => (shown.has(change) ? { ...change, outcome } : change)),
  };
}

/** Still to be told, perhaps by somebody who is about to. */
export function isOpen({ outcome }: Change): boolean {
  return !outcome;
}

/**
 * What this window can tell: nobody else is about to, and nothing of the same gate that is still open is left out
 * before it, so that whatever happens to other windows, a gate's changes are told in their order.
 */
export function dueChanges(
  { changes }: Journal,
  now: number,
  isMine: (change: Change) => boolean,
): readonly Change[] {
  const open = changes.filter(isOpen);
  const due = new Set(open.filter((change) => !isTaken(change, now) && isMine(change)));
  const isFirst = (change: Change) =>
    open.every((other) => other.id >= change.id || due.has(other) || !isSameKind(other, change));
  return [...due].filter(isFirst);
}

function isSameKind(one: Change, other: Change): boolean {
  return one.category === other.category && isOf(one, other.connection, other);
}

/** The clock may have jumped, so a claim from the future has expired too. */
function isTaken({ claim }: Change, now: number): boolean {
  return claim !== undefined && Math.abs(now - claim.at) < claimLifetimeMs;
}
