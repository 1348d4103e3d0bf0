import { lazyCommands } from '../host/commands.ts';
import type { Services } from '../services.ts';

/**
 * Returns the commands that explain missing notifications and write the diagnostic report. Their code is loaded with
 * the first use.
 */
export function registerDiagnosis(services: Services) {
  const { branches, tokenStore, access } = services;
  return lazyCommands(['service.copyDiagnosticReport', 'service.explainSilence'], async () => {
    const { diagnoseCommands } = await import('./diagnoseCommands.ts');
    return diagnoseCommands({
      ...services,
      branchOf: (folder) => branches.of(folder),
      expiryOf: (uuid) => tokenStore.expiryOf(uuid),
      check: (connection, signal) => access.checkConnection(connection, { signal }),
    });
  });
}
