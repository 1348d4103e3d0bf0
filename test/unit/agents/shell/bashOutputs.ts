/**
 * Runs all commands of {@link printing} in bash, in copies of a project whose `.env` has the text of the first argument.
 * Prints a JSON list: the output of each command, null for one that did not run. It is a separate program because
 * starting a thousand processes takes ten times as long from the process of all unit tests, whose memory each start copies.
 */
import { spawnSync } from 'node:child_process';
import { printing } from './commandLists.ts';
import { ShellProject } from './shellProject.ts';

/** Output and errors of a command, as an agent sees both; null when a program is missing on this machine. */
function outputOf(command: string, folder: string): string | null {
  const { stdout, stderr, status } = spawnSync('bash', ['-c', command], {
    cwd: folder,
    encoding: 'latin1',
    input: '',
    timeout: 20_000,
    env: { PATH: process.env.PATH, HOME: folder, LANG: 'C', PAGER: 'cat' },
  });
  // In a pipe, the status is that of the last program.
  const lacksProgram = status === 127 || (stdout === '' && stderr.includes(': command not found'));
  // Each project has its own folder, whose path is in some messages.
  return lacksProgram || status === null ? null : `${stdout}${stderr.replaceAll(folder, '')}`;
}

using project = new ShellProject(process.argv[2] ?? '');
const outputs = printing.map((command) =>
  // The first need a history of commits, which the project does not have. Bash forgets a coprocess that ended before it
  // is read, so only one that waits prints each time.
  /^(?:git (?:rebase|bisect) |coproc \w)/.test(command)
    ? null
    : project.inCopy((folder) => outputOf(command, folder)),
);
process.stdout.write(JSON.stringify(outputs));
