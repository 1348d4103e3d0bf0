/**
 * Checks the commands and searches of a request. This is a separate bundle, because reading a prompt or a file needs
 * none of it.
 */
import { checkCommands, type CommandDenial } from '../../../agents/checkCommands.ts';
import { Unreadable } from '../../../agents/decide.ts';
import type { FindSecret, HookInput } from '../../../agents/protocol.ts';
import { type GitCommand, GitLimit, gitText } from '../../../node/process/git.ts';
import { variable } from '../../../node/process/environment.ts';
import { now } from '../now.ts';
import { glob, isFolder, list, readAny } from './files.ts';

/** Milliseconds. Together with the time for the input shorter than the time the agent gives a hook. */
const maxMs = 3_000;

/** Bytes of what git prints. */
const maxGitBytes = 8 * 1024 * 1024;

/** Returns why the commands and searches of a request are denied, or undefined. */
export async function check(
  input: HookInput,
  findSecret: FindSecret,
  env: NodeJS.ProcessEnv,
): Promise<CommandDenial | undefined> {
  const end = now() + maxMs;
  const isLate = (): boolean => now() > end;
  return checkCommands(input, {
    findSecret,
    readAny,
    glob: (folder, pattern, matchesDots) => glob(folder, pattern, matchesDots, isLate),
    list,
    isFolder,
    environment: env,
    home: variable(env, 'HOME') ?? variable(env, 'USERPROFILE') ?? '/',
    isLate,
    async git({ command, args }, folder) {
      const run = (...[name, list]: [GitCommand, readonly string[]]): Promise<string | undefined> =>
        gitText(folder, name, list, {
          env,
          timeoutMs: Math.max(1, Math.ceil(end - now())),
          maxBytes: maxGitBytes,
          rejectsAtLimit: true,
        });
      try {
        const text = await run(command, args);
        if (text !== undefined || (await run('rev-parse', ['--git-dir'])) === undefined) return text;
        // In a repository, this fails only when the filters of its configuration cannot be switched off.
        if ((await run('diff', ['--cached', '--shortstat', '--', ':(exclude)*'])) !== undefined)
          return undefined;
      } catch (error) {
        if (!(error instanceof GitLimit)) throw error;
        throw new Unreadable('git prints more than can be checked in time; ask for less');
      }
      throw new Unreadable('git cannot be run in this repository without starting its programs');
    },
  });
}
