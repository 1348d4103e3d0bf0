/**
 * Checks the commands and searches of a request. This is a separate bundle, because reading a prompt or a file needs
 * none of it.
 */
import { checkCommands, type CommandDenial } from '../../../agents/checkCommands.ts';
import type { FindSecret, HookInput } from '../../../agents/protocol.ts';
import type { TimeLimit } from '../../../agents/timeLimit.ts';
import { TooComplex } from '../../../agents/shell/syntax/commandLine.ts';
import { type GitCommand, GitLimit, gitText } from '../../../node/process/git.ts';
import { variable } from '../../../node/environment.ts';
import { glob, isFolder, list, readAny } from './files.ts';

/** Bytes of what git prints. */
const maxGitBytes = 8 * 1024 * 1024;

/** The parts of the decision about an event that the check of commands uses. */
interface EventContext {
  readonly findSecret: FindSecret;
  readonly time: TimeLimit;
  readonly env: NodeJS.ProcessEnv;
}

/** Returns why the commands and searches of a request are denied, or undefined. */
export async function check(
  input: HookInput,
  { findSecret, time, env }: EventContext,
): Promise<CommandDenial | undefined> {
  return checkCommands(input, {
    findSecret,
    readAny,
    glob: (folder, pattern, matchesDots) => glob(folder, pattern, matchesDots, time),
    list,
    isFolder,
    environment: env,
    home: variable(env, 'HOME') ?? variable(env, 'USERPROFILE') ?? '/',
    time,
    async git({ command, args }, folder) {
      const run = (...[name, list]: [GitCommand, readonly string[]]): Promise<string | undefined> =>
        gitText(folder, name, list, {
          env,
          timeoutMs: time.leftMs,
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
        time.refuseLate();
        throw new TooComplex('prints more of git than can be checked');
      }
      throw new TooComplex('runs git in a repository whose programs would start');
    },
  });
}
