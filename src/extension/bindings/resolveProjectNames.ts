import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { ProjectNames } from '../connections/projectNames.ts';
import type { ConnectionStates } from '../connections/states.ts';
import type { Report } from '../host/report.ts';
import type { FolderBindings } from './folderBindings.ts';

interface ResolveProjectNamesOptions {
  readonly bindings: FolderBindings;
  readonly states: ConnectionStates;
  readonly names: ProjectNames;
  readonly report: Report;
}

/** Requests the names of bound projects as soon as their connection works. */
export function resolveProjectNames({
  bindings,
  states,
  names,
  report,
}: ResolveProjectNamesOptions): Disposable {
  const scope = new DisposableStore();
  const ask = () => {
    for (const { resolution } of bindings.list()) {
      if (resolution.state !== 'bound' || states.of(resolution.connection.uuid).state !== 'connected')
        continue;
      names.ask(resolution.connection, resolution.projectKey).catch((error: unknown) => {
        report(error, 'asking for the name of a project');
      });
    }
  };
  scope.add(bindings.onDidChange(ask));
  scope.add(states.onDidChange(ask));
  ask();
  return scope;
}
