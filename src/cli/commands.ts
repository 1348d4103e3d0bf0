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
stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // Who read may have seen enough, as `head` has. Anything else, a full disk above all, has lost a part of the answer.
  if (code !== 'EPIPE') stderr.write(`The answer could not be written: ${message}\n`);
  process.exit(exitCodes.failed);
});
const host = { env, cwd: process.cwd(), stdin, stdout, stderr };
void runProgram(process.argv.slice(2), host, { rows, version }).then((exitCode) => {
  process.exitCode = exitCode;
});
