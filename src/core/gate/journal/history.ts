import type { ChangeRecord, Journal } from './journal.ts';

/** Deletes the changes that have ended. Pending changes and all statuses stay. */
export function clearHistory(journal: Journal): Journal {
  const open = journal.changes.filter(({ outcome }) => !outcome);
  return open.length === journal.changes.length ? journal : { ...journal, changes: open };
}

/** The part of the history that the user wants to see. */
export type HistoryFilter =
  | { readonly by: 'nothing' }
  | { readonly by: 'result'; readonly result: 'failed' | 'passed' }
  | { readonly by: 'connection'; readonly connection: string }
  | { readonly by: 'project'; readonly connection: string; readonly project: string };

export function filterHistory<T extends Pick<ChangeRecord, 'connection' | 'project' | 'to'>>(
  changes: readonly T[],
  filter: HistoryFilter,
): readonly T[] {
  switch (filter.by) {
    case 'nothing':
      return changes;
    case 'result':
      return changes.filter(({ to }) => (to === 'OK') === (filter.result === 'passed'));
    case 'connection':
      return changes.filter(({ connection }) => connection === filter.connection);
    case 'project':
      return changes.filter(
        ({ connection, project }) => connection === filter.connection && project === filter.project,
      );
  }
}
