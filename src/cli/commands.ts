/** The commands of service-cli that are neither hook, tool server, platform nor relay: one row per file. */
import { exitCodes } from './exitCodes.ts';
import { version } from './version.ts';
import { analyzeCommand } from './analyze/analyzeCommand.ts';
import { authCommand } from './commands/auth.ts';
import { completionCommand } from './commands/completion.ts';
import { elsewhereCommands } from './commands/elsewhere.ts';
import { integrateCommand } from './commands/integrate.ts';
import { systemCommand } from './commands/system.ts';
import { webhooksCommand } from './commands/webhooks.ts';
import { type CommandRow, runProgram } from './program.ts';

const rows: readonly CommandRow[] = [
  analyzeCommand,
  authCommand,
  integrateCommand,
  systemCommand,
  webhooksCommand,
  completionCommand,
  elsewhereCommands,
];

const { env, stdin, stdout, stderr } = process;
// Who read has seen enough, as `head` has: nothing more to say, and nobody to say it to.
stdout.on('error', () => process.exit(exitCodes.failed));
const host = { env, cwd: process.cwd(), stdin, stdout, stderr };
void runProgram(process.argv.slice(2), host, { rows, version }).then((exitCode) => {
  process.exitCode = exitCode;
});
