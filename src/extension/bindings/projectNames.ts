import type { Api } from '../../core/api/client.ts';
import { showProject } from '../../core/api/components.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { Failure } from '../../core/failures.ts';
import type { GateJournal } from '../../core/gate/gateJournal.ts';
import type { Log } from '../../core/log.ts';
import type { ConnectionStates } from '../connections/states.ts';
import type { Report } from '../host/commands.ts';
import type { FolderBindings } from './folderBindings.ts';

interface ProjectNamesOptions {
  readonly apiFor: (connection: Connection) => Promise<Api | undefined>;
  readonly bindings: Pick<FolderBindings, 'list' | 'onDidChange'>;
  readonly states: Pick<ConnectionStates, 'of' | 'onDidChange'>;
  readonly journal: Pick<GateJournal, 'rename'>;
  readonly log: Log;
  readonly report: Report;
}

/**
 * Requests the names of bound projects as soon as their connection works, each once in this window, and records them in
 * the journal. All views of all windows show the names of the journal. Polls renew the name of a project with a change.
 */
export function followProjectNames(options: ProjectNamesOptions): Disposable {
  const { apiFor, bindings, states, journal, log, report } = options;
  const asked = new Set<string>();
  const ask = async (connection: Connection, project: string, id: string): Promise<void> => {
    try {
      const api = await apiFor(connection);
      if (!api) throw new Failure('unauthorized', 'no token');
      await journal.rename(connection.uuid, project, (await showProject(api, project)).name);
    } catch (error) {
      if (!Failure.is(error)) throw error;
      // Asks again after the next event, except for a project that the platform does not show to this account.
      if (error.code !== 'notFound' && error.code !== 'forbidden') asked.delete(id);
      log.debug(`Name of ${project}: ${error.message}`);
    }
  };
  const askAll = () => {
    for (const { resolution } of bindings.list()) {
      if (resolution.state !== 'bound') continue;
      const { connection, projectKey } = resolution;
      const id = `${connection.uuid}/${projectKey}`;
      if (asked.has(id) || states.of(connection.uuid).state !== 'connected') continue;
      asked.add(id);
      ask(connection, projectKey, id).catch((error: unknown) =>
        report(error, 'asking for the name of a project'),
      );
    }
  };
  const scope = new DisposableStore();
  scope.add(bindings.onDidChange(askAll));
  scope.add(states.onDidChange(askAll));
  askAll();
  return scope;
}
