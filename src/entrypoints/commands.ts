/** Entry of the `commands` bundle: every command that the dispatcher hands to no other bundle. */
import { commandTable } from '../cli/commandTable.ts';
import { exitCodes } from '../cli/exitCodes.ts';
import { runProgram } from '../cli/program.ts';
import { version } from '../cli/session.ts';

const { env, stdin, stdout, stderr } = process;
stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // A reader such as `head` may close the pipe before the end. Any other error, above all a full disk, has lost a part
  // of the answer.
  if (code !== 'EPIPE') stderr.write(`Could not write the answer: ${message}\n`);
  process.exit(exitCodes.failed);
});
const host = { env, cwd: process.cwd(), stdin, stdout, stderr };
void runProgram(process.argv.slice(2), host, { rows: commandTable, version }).then((exitCode) => {
  process.exitCode = exitCode;
});
