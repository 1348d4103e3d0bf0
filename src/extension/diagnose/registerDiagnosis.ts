import { lazyCommands } from '../host/commands.ts';
import type { RelayPushes } from '../push/relayPushes.ts';
import type { GateServices } from '../gates/gateServices.ts';

/** Returns the commands that explain missing notifications and write the report, loaded on first use. */
export function registerDiagnosis(services: GateServices & { readonly relay: RelayPushes }) {
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
