import type { Connection } from '../../core/connections/connection.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { GateMonitor } from '../../core/gate/monitor.ts';
import type { Subject } from '../../core/gate/subject.ts';
import type { FolderBindings } from '../bindings/folderBindings.ts';
import type { ConnectionStates } from '../connections/states.ts';
import type { Report } from '../report.ts';

export interface WatchFoldersOptions {
  readonly monitor: GateMonitor;
  readonly bindings: FolderBindings;
  readonly states: ConnectionStates;
  readonly report: Report;
}

/** Has the gates of this window's bound folders watched, and asks at once for those that nobody has seen yet. */
export function watchFolders({ monitor, bindings, states, report }: WatchFoldersOptions): Disposable {
  const scope = new DisposableStore();
  const troubles = new Map<string, string | undefined>();

  const subjects = (): readonly Subject[] =>
    bindings
      .list()
      .flatMap(({ resolution }) =>
        resolution.state === 'bound'
          ? [{ connection: resolution.connection, project: resolution.projectKey }]
          : [],
      );
  const watch = () => {
    const watched = subjects();
    monitor.watch(watched);
    const unknown = watched.filter(({ connection, project }) => {
      const { gate, hidden } = monitor.gateOf(connection.uuid, project);
      return !gate && !hidden;
    });
    for (const uuid of new Set(unknown.map(({ connection }) => connection.uuid)))
      monitor.check(uuid).catch((error: unknown) => {
        report(error, 'asking for quality gates');
      });
  };
  /** A poll that begins to fail, or to work again, says something about the connection as well. */
  const followTrouble = () => {
    const connections = new Map(subjects().map(({ connection }) => [connection.uuid, connection]));
    for (const [uuid, connection] of connections) {
      const code = monitor.connectionTrouble(uuid)?.code;
      if (troubles.has(uuid) && troubles.get(uuid) !== code) checkQuietly(connection);
      troubles.set(uuid, code);
    }
  };
  const checkQuietly = (connection: Connection) => {
    states.check(connection, { quiet: true }).catch((error: unknown) => {
      report(error, 'checking a connection');
    });
  };

  scope.add(bindings.onDidChange(watch));
  scope.add(monitor.onDidChange(followTrouble));
  watch();
  return scope;
}
