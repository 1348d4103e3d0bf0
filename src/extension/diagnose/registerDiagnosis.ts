import { lazyCommands } from '../host/commands.ts';
import type { DiagnoseServices } from './diagnosticFacts.ts';

/** Returns the commands that explain missing notifications and write the report, loaded on first use. */
export function registerDiagnosis(services: DiagnoseServices) {
  return lazyCommands(['service.copyDiagnosticReport', 'service.explainSilence'], async () => {
    const { diagnoseCommands } = await import('./diagnoseCommands.ts');
    return diagnoseCommands(services);
  });
}
