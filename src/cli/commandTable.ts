import { analyzeCommand } from './analyze/analyzeCommand.ts';
import { authCommand } from './commands/auth.ts';
import { completionCommand } from './commands/completion.ts';
import { configCommand } from './commands/config.ts';
import { doctorCommand } from './commands/doctor.ts';
import { gateCommand } from './commands/gate.ts';
import { integrateCommand } from './commands/integrate.ts';
import { issuesCommand } from './commands/issues.ts';
import { linkCommand } from './commands/link.ts';
import { listingCommands } from './commands/listings.ts';
import { policyCommand } from './commands/policy.ts';
import { systemCommand } from './systemStatus.ts';
import { webhooksCommand } from './commands/webhooks.ts';
import type { CommandRow } from './program.ts';

/**
 * Declares the commands that the dispatcher hands to another bundle before this bundle is loaded. The declarations only
 * serve help and completion.
 */
const commandsOfOtherBundles: CommandRow = (program) => {
  const rows = [
    ['hook <agent> <event>', 'Answer an event of an agent (the installed hooks run this)'],
    ['mcp', 'Run the tool server for AI agents'],
    ['platform', 'Run an embedded platform, or analyze code on it'],
    ['relay', 'Run the relay, which forwards webhooks to editors as push events'],
  ] as const;
  for (const [name, description] of rows) program.command(name).description(description).allowUnknownOption();
};

/**
 * The commands of service-cli, one row per file. `hook`, `mcp`, `platform` and `relay` have bundles without this table.
 */
export const commandTable: readonly CommandRow[] = [
  analyzeCommand,
  authCommand,
  configCommand,
  doctorCommand,
  gateCommand,
  integrateCommand,
  issuesCommand,
  linkCommand,
  listingCommands,
  policyCommand,
  systemCommand,
  webhooksCommand,
  completionCommand,
  commandsOfOtherBundles,
];
