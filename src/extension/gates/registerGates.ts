import { lazyCommands } from '../host/commands.ts';
import { gateCommandIds } from '../host/commandTable.ts';
import { lazy } from '../host/lazy.ts';
import type { Services } from '../services.ts';
import { shownGates } from './folderGates.ts';
import { showGateStatusBar } from './gateStatusBar.ts';
import { watchFolders } from './watchFolders.ts';

export function registerGates(services: Services) {
  const { own, monitor, journal, branches, allGates, names, onDidChange } = services;
  const detailsPanels = lazy(async () => {
    const { DetailsPanels } = await import('./details/detailsPanels.ts');
    const nameOf = (uuid: string, project: string) => names.of(uuid, project);
    return own(new DetailsPanels({ ...services, nameOf }));
  });
  own(showGateStatusBar({ shown: () => shownGates(allGates()), onDidChange }));
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
