import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { GateMonitor } from '../../core/gate/monitor.ts';
import { everyBranch, type Subject } from '../../core/gate/subject.ts';
import type { FolderBindings } from '../bindings/folderBindings.ts';
import type { ConnectionStates } from '../connections/states.ts';
import type { Report } from '../report.ts';
import type { Settings } from '../settings.ts';
import type { CheckedOutBranches } from './checkedOutBranches.ts';

export interface WatchFoldersOptions {
  readonly monitor: GateMonitor;
  readonly bindings: FolderBindings;
  readonly branches: CheckedOutBranches;
  readonly settings: Settings;
  readonly states: ConnectionStates;
  readonly report: Report;
}

/** Has the gates of this window's bound folders watched, and asks at once for those that nobody has seen yet. */
export function watchFolders({
  monitor,
  bindings,
  branches,
  settings,
  states,
  report,
}: WatchFoldersOptions): Disposable {
  const scope = new DisposableStore();
  const troubles = new Map<string, string | undefined>();
  let connected: ReadonlySet<string> = new Set();

  const background = (work: Promise<void>, doing: string) => {
    work.catch((error: unknown) => {
      report(error, doing);
    });
  };
  const subjects = (): readonly Subject[] => {
    const wanted = settings.read('service.notifications.branches');
    return bindings.list().flatMap(({ folder, resolution }) => {
      if (resolution.state !== 'bound') return [];
      const branch =
        wanted === 'checkedOut' ? branches.of(folder) : wanted === 'all' ? everyBranch : undefined;
      return [{ connection: resolution.connection, project: resolution.projectKey, branch }];
    });
  };
  const connections = () => new Map(subjects().map(({ connection }) => [connection.uuid, connection]));
  const isUnknown = ({ connection, project, branch }: Subject) => {
    const { gate, hidden } = monitor.gateOf(connection.uuid, project, branch);
    return !gate && !hidden;
  };
  const askUnknown = (among: ReadonlySet<string>) => {
    const unknown = subjects().filter((subject) => among.has(subject.connection.uuid) && isUnknown(subject));
    for (const uuid of new Set(unknown.map(({ connection }) => connection.uuid)))
      background(monitor.check(uuid), 'asking for quality gates');
  };
  const connectedNow = () =>
    new Set([...connections().keys()].filter((uuid) => states.of(uuid).state === 'connected'));

  const watch = () => {
    monitor.watch(subjects());
    connected = connectedNow();
    askUnknown(connected);
  };
  /** Whoever has just got a token, or come back, can be asked now. */
  const followStates = () => {
    const before = connected;
    connected = connectedNow();
    askUnknown(new Set([...connected].filter((uuid) => !before.has(uuid))));
  };
  /** A poll that begins to fail, or to work again, says something about the connection as well. */
  const followTrouble = () => {
    for (const [uuid, connection] of connections()) {
      const code = monitor.connectionTrouble(uuid)?.code;
      if (troubles.has(uuid) && troubles.get(uuid) !== code)
        background(states.check(connection, { quiet: true }), 'checking a connection');
      troubles.set(uuid, code);
    }
  };

  scope.add(bindings.onDidChange(watch));
  scope.add(branches.onDidChange(watch));
  scope.add(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('service.notifications.branches')) watch();
    }),
  );
  scope.add(states.onDidChange(followStates));
  scope.add(monitor.onDidChange(followTrouble));
  watch();
  return scope;
}
