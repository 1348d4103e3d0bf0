import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homeVariables } from '../../../support/homeVariables.ts';

/** A folder with a repository in it, and a program that notes its run. */
export interface Playground {
  /** The working tree, which has `a.ts` (committed, then changed), `staged.ts` (added) and `new.ts` (untracked). */
  readonly repo: string;
  /** A shell script that copies its input to its output. Once it has been started, `ran()` is true. */
  readonly program: string;
  readonly ran: () => boolean;
  readonly forget: () => void;
  /** Adds lines to the repository's configuration. */
  readonly configure: (lines: string) => void;
  readonly write: (path: string, text: string) => void;
  /** Runs git as a user would, with all its ways to start programs. The exit code does not matter. */
  readonly plainGit: (...args: string[]) => void;
  /** As `plainGit`, with something to read. */
  readonly plainGitReading: (input: string, ...args: readonly string[]) => void;
}

const author = ['-c', 'user.name=t', '-c', 'user.email=t@example.com'];

/** The user's own configuration and system must not decide what a test finds. */
const ownEnvironment = (folder: string): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  ...homeVariables(folder),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
});

/** Returns the path as the git sees it that runs programs: under Wine, that of Linux. */
const forGit = (path: string): string =>
  process.env.SERVICE_TEST_WINE === undefined
    ? path
    : path.replace(/^C:/i, '/prefix/drive_c').replaceAll('\\', '/');

export function makeTemplate(folder: string): string {
  const repo = join(folder, 'template');
  mkdirSync(repo);
  const git = (...args: string[]): void => {
    execFileSync('git', [...author, ...args], { cwd: repo, env: ownEnvironment(folder), stdio: 'ignore' });
  };
  git('init', '-q', '-b', 'main');
  rmSync(join(repo, '.git/hooks'), { recursive: true, force: true });
  writeFileSync(join(repo, 'a.ts'), 'export const a = 1;\n');
  writeFileSync(join(repo, 'b.ts'), 'export const b = 1;\n');
  git('add', '.');
  git('commit', '-qm', 'first');
  return repo;
}

export function makePlayground(folder: string, template: string): Playground {
  const repo = join(folder, 'repo');
  // Wine makes files with this ending executable for the git of Linux, which has other names for their folders.
  const programFile = join(folder, 'program.exe');
  const program = forGit(programFile);
  const marker = join(folder, 'ran');
  cpSync(template, repo, { recursive: true });
  writeFileSync(programFile, `#!/bin/sh\necho "$@" >> '${forGit(marker)}'\ncat\n`);
  chmodSync(programFile, 0o755);
  const write = (path: string, text: string): void => writeFileSync(join(repo, path), text);
  const plainGitReading = (input: string, ...args: readonly string[]): void => {
    try {
      execFileSync('git', [...author, ...args], {
        cwd: repo,
        env: ownEnvironment(folder),
        input,
        stdio: ['pipe', 'ignore', 'ignore'],
        timeout: 5000,
      });
    } catch {
      // A way that starts our program instead of the right one mostly ends with an error.
    }
  };
  const plainGit = (...args: string[]): void => plainGitReading('', ...args);
  write('staged.ts', 'export const staged = 1;\n');
  plainGit('add', 'staged.ts');
  write('a.ts', 'export const a = 2;\n');
  write('new.ts', 'export const fresh = 1;\n');
  return {
    repo,
    program,
    ran: () => existsSync(marker),
    forget: () => rmSync(marker, { force: true }),
    configure: (lines) => appendFileSync(join(repo, '.git/config'), `\n${lines}\n`),
    write,
    plainGit,
    plainGitReading,
  };
}
