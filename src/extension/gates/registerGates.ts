import { lazyCommands } from '../host/commands.ts';
import { gateCommandIds } from '../host/commandTable.ts';
import { lazy } from '../host/lazy.ts';
import type { GateServices } from './gateServices.ts';
import { showGateStatusBar } from './gateStatusBar.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { everyBranch, type WatchTarget } from '../../core/gate/model.ts';
import type { FolderBindings } from '../bindings/folderBindings.ts';
import { onDidChangeSetting, type Settings } from '../host/settings.ts';
import type { CheckedOutBranches } from './checkedOutBranches.ts';
import { FollowConnections, type FollowConnectionsOptions } from './followConnections.ts';

/** Shows the status bar item and returns the commands of gates. `start` begins to poll. */
export function registerGates(services: GateServices) {
  const { own, monitor, journal, branches, allGates } = services;
  const detailsPanels = lazy(async () => {
    const { DetailsPanels } = await import('./details/detailsPanels.ts');
    return own(new DetailsPanels(services));
  });
  own(showGateStatusBar(services));
  return {
    commands: lazyCommands(gateCommandIds, async () => {
      const { gateCommands } = await import('./gateCommands.ts');
      return gateCommands({
        ...services,
        all: allGates,
        check: (uuid) => monitor.check(uuid),
        showDetails: async (connection, project, branch) => {
          await (await detailsPanels()).show({ connection, project, branch });
        },
        mute: (answer) => journal.mute(answer),
        unmute: (connection, project) => journal.unmute({ connection, project }),
      });
    }),
    start: async () => {
      // The checked-out branches must be known before the first poll, which asks about them.
      await Promise.all([monitor.start(), branches.start()]);
      own(watchFolders(services));
    },
  };
}

interface WatchFoldersOptions extends Omit<FollowConnectionsOptions, 'targets'> {
  readonly bindings: FolderBindings;
  readonly branches: CheckedOutBranches;
  readonly settings: Settings;
}

/** Watches the gates of this window's bound folders until disposal, and follows the bindings, branches and settings. */
function watchFolders({ bindings, branches, settings, ...options }: WatchFoldersOptions): Disposable {
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
  const watch = () => follower.watch();
  scope.add(bindings.onDidChange(watch));
  scope.add(branches.onDidChange(watch));
  scope.add(onDidChangeSetting('service.notifications.branches', watch));
  follower.start();
  return scope;
}
