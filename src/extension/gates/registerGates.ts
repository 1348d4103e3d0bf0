import { lazyCommands } from '../host/commands.ts';
import { gateCommandIds } from '../host/commandTable.ts';
import { lazy } from '../host/lazy.ts';
import type { GateServices } from './gateServices.ts';
import { showGateStatusBar } from './gateStatusBar.ts';
import { everyBranch, type WatchTarget } from '../../core/gate/model.ts';
import { onDidChangeSetting } from '../host/settings.ts';
import { followConnections } from './followConnections.ts';

/** Shows the status bar item and returns the commands of gates. `start` begins to poll. */
export function registerGates(services: GateServices) {
  const { own, monitor, branches } = services;
  const detailsPanels = lazy(async () => {
    const { DetailsPanels } = await import('./details/detailsPanels.ts');
    return own(new DetailsPanels(services));
  });
  showGateStatusBar(services);
  return {
    commands: lazyCommands(gateCommandIds, async () => {
      const { gateCommands } = await import('./gateCommands.ts');
      return gateCommands(services, async (target) => (await detailsPanels()).show(target));
    }),
    start: async () => {
      // The checked-out branches must be known before the first poll, which asks about them.
      await Promise.all([monitor.start(), branches.start()]);
      watchFolders(services);
    },
  };
}

function watchFolders(services: GateServices): void {
  const { own, bindings, branches, settings } = services;
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
  const { watch } = own(followConnections(services, targets));
  own(bindings.onDidChange(watch));
  own(branches.onDidChange(watch));
  own(onDidChangeSetting('service.notifications.branches', watch));
}
