import type { Services } from '../../services.ts';
import { HistoryView } from './historyView.ts';

/** Shows the history view, with the names of projects that the journal did not know when it recorded a change. */
export function registerHistory({ own, journal, names, store, onDidChange }: Services) {
  return own(
    new HistoryView({
      changes: () =>
        journal.changes().map((change) => ({
          ...change,
          projectName: change.projectName ?? names.of(change.connection, change.project),
        })),
      clear: () => journal.clearHistory(),
      connectionName: (uuid) => store.get(uuid)?.connectionId,
      onDidChange,
    }),
  );
}
