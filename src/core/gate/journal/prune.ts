import type { ChangeRecord, Journal } from './journal.ts';

/** Age and size limits of the journal. */
export const limits = {
  historyMs: 30 * 24 * 3_600_000,
  /** Number of changes that have ended. */
  history: 500,
  /**
   * Number of pending changes. A change that returns to the old status cancels the one before, so this many pending
   * changes belong to about as many gates.
   */
  open: 1000,
  /** Number of gates, of hidden gates and of projects of one connection. */
  gates: 5000,
  mutes: 500,
} as const;

/**
 * Returns the journal within its limits. Age removes only changes and mutes that have ended: the clock may have jumped
 * a year, and a baseline or a pending change that was removed for its age would be lost.
 *
 * @param now Milliseconds since the epoch, by the local clock.
 * @returns The same journal if it is within the limits.
 */
export function prune(journal: Journal, now: number): Journal {
  const ended = journal.changes.filter(({ outcome }) => outcome);
  const open = journal.changes.length - ended.length;
  const oldEnough = (change: ChangeRecord) => change.outcome && now - change.outcome.at > limits.historyMs;
  const dropped = new Set([...ended.filter(oldEnough), ...ended.slice(0, -limits.history)]);
  if (open > limits.open) {
    const oldest = journal.changes.filter(({ outcome }) => !outcome).slice(0, open - limits.open);
    for (const change of oldest) dropped.add(change);
  }
  const isOver = ({ until }: Journal['mutes'][number]) => until !== undefined && now >= until;
  const mutes = journal.mutes.some(isOver) ? journal.mutes.filter((mute) => !isOver(mute)) : journal.mutes;
  const isLarge = journal.connections.some(
    ({ gates, hidden, projects }) => Math.max(gates.length, hidden.length, projects.length) > limits.gates,
  );
  if (dropped.size === 0 && mutes === journal.mutes && mutes.length <= limits.mutes && !isLarge)
    return journal;
  return {
    ...journal,
    changes: journal.changes.filter((change) => !dropped.has(change)),
    mutes: mutes.slice(-limits.mutes),
    connections: isLarge
      ? journal.connections.map((record) => ({
          ...record,
          gates: record.gates.slice(-limits.gates),
          hidden: record.hidden.slice(-limits.gates),
          projects: record.projects.slice(-limits.gates),
        }))
      : journal.connections,
  };
}
