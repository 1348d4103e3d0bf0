import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { everyBranch, type WatchTarget } from '../../core/gate/model.ts';
import type { FolderBindings } from '../bindings/folderBindings.ts';
import type { Settings } from '../host/settings.ts';
import type { CheckedOutBranches } from './checkedOutBranches.ts';
import { FollowConnections, type FollowConnectionsOptions } from './followConnections.ts';

interface WatchFoldersOptions extends Omit<FollowConnectionsOptions, 'targets'> {
  readonly bindings: FolderBindings;
  readonly branches: CheckedOutBranches;
  readonly settings: Settings;
}

/** Watches the gates of this window's bound folders until disposal, and follows the bindings, branches and settings. */
export function watchFolders({ bindings, branches, settings, ...options }: WatchFoldersOptions): Disposable {
  const scope = new DisposableStore();
  const targets = (): readonly WatchTarget[] => {
    const wanted = settings.read('service.notifications.branches');
    return bindings.list().flatMap(({ folder, resolution }) => {
      if (resolution.state !== 'bound') return [];
      const { connection, projectKey: project } = resolution;
      const checkedOut = { connection, project, branch: branches.of(folder) };
      if (wanted === 'checkedOut') return [checkedOut];
      // The checked-out branch is watched beside all branches, because it may have a pull request.
      return wanted === 'all'
        ? [{ connection, project, branch: everyBranch }, checkedOut]
        : [{ connection, project }];
    });
  };
  const follower = scope.add(new FollowConnections({ ...options, targets }));
  const watch = () => {
    follower.watch();
  };
  scope.add(bindings.onDidChange(watch));
  scope.add(branches.onDidChange(watch));
  scope.add(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('service.notifications.branches')) watch();
    }),
  );
  follower.start();
  return scope;
}
