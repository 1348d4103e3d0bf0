import { analyzeCommand } from './analyze/analyzeCommand.ts';
import { authCommand } from './commands/auth.ts';
import { completionCommand } from './commands/completion.ts';
import { elsewhereCommands } from './commands/elsewhere.ts';
import { integrateCommand } from './commands/integrate.ts';
import { policyCommand } from './commands/policy.ts';
import { systemCommand } from './commands/system.ts';
import { webhooksCommand } from './commands/webhooks.ts';
import type { CommandRow } from './program.ts';

/**
 * The commands of service-cli, one row per file. `hook`, `mcp`, `platform` and `relay` have bundles without this table.
 */
export const commandTable: readonly CommandRow[] = [
  analyzeCommand,
  authCommand,
  integrateCommand,
  policyCommand,
  systemCommand,
  webhooksCommand,
  completionCommand,
  elsewhereCommands,
];
