import { lazyCommands } from '../host/commands.ts';
import type { Services } from '../services.ts';

/** Returns the commands that export and import connections. Their code is loaded with the first use. */
export function registerTransfer({ store }: Services) {
  return lazyCommands(['service.exportConnections', 'service.importConnections'], async () => {
    const { transferCommands } = await import('./transferCommands.ts');
    return transferCommands(store);
  });
}
