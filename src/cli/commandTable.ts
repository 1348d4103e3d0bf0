import { analyzeCommand } from './analyze/analyzeCommand.ts';
import { agentsCommand } from './commands/agents.ts';
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
import { runCommand } from './commands/run.ts';
import { secretCommand } from './commands/secret.ts';
import { systemCommand } from './systemStatus.ts';
import { webhooksCommand } from './commands/webhooks.ts';
import type { CommandRow } from './program.ts';

/** Begins a group of the help; the commands of the following rows are in it. */
const group =
  (heading: string): CommandRow =>
  (program) =>
    void program.commandsGroup(`${heading}:`);

/** Declares, for help and completion, a command that the dispatcher hands to another bundle before this is loaded. */
const ofOtherBundle =
  (name: string, description: string, hidden = false): CommandRow =>
  (program) =>
    void program.command(name, { hidden }).description(description).allowUnknownOption();

/** The commands in the order of the help. `hook`, `mcp`, `platform` and `relay` have bundles without this table. */
export const commandTable: readonly CommandRow[] = [
  group('Keep secrets from AI agents'),
  agentsCommand,
  analyzeCommand,
  integrateCommand,
  policyCommand,
  runCommand,
  secretCommand,
  systemCommand,
  group('Connect to a platform'),
  authCommand,
  configCommand,
  doctorCommand,
  linkCommand,
  group('Read the platform'),
  gateCommand,
  issuesCommand,
  listingCommands,
  webhooksCommand,
  group('Run a server'),
  ofOtherBundle('mcp', 'Run the tool server for AI agents'),
  ofOtherBundle('platform', 'Run an embedded platform, or analyze code on it'),
  ofOtherBundle('relay', 'Run the relay, which forwards webhooks to editors as push events'),
  group('Other'),
  completionCommand,
  (program) => void program.helpCommand(true),
  ofOtherBundle('hook <agent> <event>', 'Answer an event of an agent (the installed hooks run this)', true),
];
