import type { ChangeRecord, Journal } from '../journal/journal.ts';
import { isGateChange, isChangeOf } from '../journal/observe.ts';

/**
 * How long a claim is valid, milliseconds. After that, the user may not have seen its changes, and another attempt may
 * claim them. A notifier answers within a few seconds or not at all.
 */
export const claimLeaseMs = 30_000;

interface NotificationClaim {
  /** Unique for each attempt. */
  readonly token: string;
  readonly window: string;
  /** Local clock. */
  readonly now: number;
  /** Whether this window may show the change. */
  readonly isMine: (change: ChangeRecord) => boolean;
}

export interface ClaimedChanges {
  readonly as: 'toast' | 'recap';
  readonly changes: readonly ChangeRecord[];
}

/**
 * Claims all changes of one category that are due, gate changes first. An attempt claims before it shows, so that no
 * other window shows the same changes.
 *
 * A single fresh change becomes a toast. Several changes become a summary (`recap` on disk). So does a change that an
 * earlier attempt claimed without reporting back, because the user may have seen it.
 * @returns The same journal if no change is due.
 */
export function claim(journal: Journal, { now, token, window, isMine }: NotificationClaim): Journal {
  const all = dueChanges(journal, now, isMine);
  const due = new Set(all.some(isGateChange) ? all.filter(isGateChange) : all);
  if (due.size === 0) return journal;
  const isFresh = due.size === 1 && [...due].every(({ claim }) => claim === undefined);
  const as = isFresh ? 'toast' : 'recap';
  const epochs = new Map(journal.connections.map(({ uuid, epoch }) => [uuid, epoch]));
  const changes = journal.changes.map((change): ChangeRecord => {
    if (!due.has(change)) return change;
    const epoch = epochs.get(change.connection) ?? 0;
    return { ...change, claim: { token, window, epoch, at: now, as } };
  });
  return { ...journal, changes };
}

/** Returns the changes that the attempt `token` has claimed and not acknowledged; undefined without one. */
export function claimedBy(journal: Journal, token: string): ClaimedChanges | undefined {
  const changes = journal.changes.filter((change) => !change.outcome && change.claim?.token === token);
  const as = changes[0]?.claim?.as;
  return as && { as, changes };
}

/** Ends the changes that the attempt `token` has claimed. Call when they were really shown. */
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

/** Whether the change is pending. An attempt may have claimed it already. */
export function isOpen({ outcome }: ChangeRecord): boolean {
  return !outcome;
}

/**
 * Returns the changes that this window can claim: no valid claim holds them, and no earlier pending change of the same
 * gate and category is left out. So the changes of a gate are shown in their order, even if other windows crash.
 */
export function dueChanges(
  { changes }: Journal,
  now: number,
  isMine: (change: ChangeRecord) => boolean,
): readonly ChangeRecord[] {
  const open = changes.filter(isOpen);
  const due = new Set(open.filter((change) => !isClaimed(change, now) && isMine(change)));
  const isFirst = (change: ChangeRecord) =>
    open.every((other) => other.id >= change.id || due.has(other) || !isSameKind(other, change));
  return [...due].filter(isFirst);
}

function isSameKind(one: ChangeRecord, other: ChangeRecord): boolean {
  return one.category === other.category && isChangeOf(one, other.connection, other);
}

/** Whether a valid claim holds the change. The clock may have jumped, so a claim from the future expires too. */
export function isClaimed({ claim }: ChangeRecord, now: number): boolean {
  return claim !== undefined && Math.abs(now - claim.at) < claimLeaseMs;
}
