/** Checks commands and searches, in a separate bundle because reading a prompt or a file needs none of this. */
import { checkCommands, type CommandDenial } from '../../../agents/checkCommands.ts';
import { isRemover } from '../../../agents/protected/removers.ts';
import type { FindSecret, HookInput } from '../../../agents/protocol.ts';
import type { TimeLimit } from '../../../agents/timeLimit.ts';
import { TooComplex } from '../../../agents/shell/syntax/commandLine.ts';
import { type GitCommand, GitLimit, gitText } from '../../../node/process/git.ts';
import { variable } from '../../../node/environment.ts';
import type { ReadCommand } from '../writes/main.ts';
import { glob, isFolder, list, readAny } from './files.ts';

/** Folders of agents, hooks, and this program, by a part of their name. */
const protectedFolders =
  /hook|claude|cursor|copilot|codex|gemini|kiro|windsurf|codeium|opencode|antigravity|devin|\.agents|\.git\b|husky|lefthook|\.vscode|\.service\b|service-cli/i;

/**
 * The other words without which a command line cannot weaken the hooks: parts of names of files, programs, options,
 * variables. `src` stands in everyday commands, and no name of a file that is protected ends with it.
 */
const suspicious =
  /service|gitconfig|ignore|pre-commit|policy|no-ver|settings|config|profile|zshenv|(?<!\bs)rc\b|[*?~]/i;

/** The open folder itself, one above it, or an absolute path: a folder that may have protected files below it. */
const outside = /\.\.|(?:^|["'=(\s])(?:\.[/\\]*(?:$|["')\s])|(?:[a-z]:)?[/\\])/im;

/** Whether a command line has to be checked by the bundle that protects the hooks, which most do not need. */
function mayTouchHooks({ text, facts, folders }: ReadCommand): boolean {
  const words = [text, ...[...facts.calls.flat(), ...facts.written].map((field) => field.text)].join('\n');
  const skipsHooks = /\bcommit\b/i.test(words) && /\s-\w*n/i.test(words);
  const removes = facts.calls.some(([program]) => program && isRemover(program.text));
  return (
    skipsHooks ||
    (removes && outside.test(words)) ||
    suspicious.test(words) ||
    protectedFolders.test([words, ...folders].join('\n'))
  );
}

const maxGitBytes = 8 * 1024 * 1024;

interface EventContext {
  readonly findSecret: FindSecret;
  readonly time: TimeLimit;
  readonly env: NodeJS.ProcessEnv;
  readonly checkCommand: (command: ReadCommand, env: NodeJS.ProcessEnv) => string | undefined;
}

export async function check(
  input: HookInput,
  { findSecret, time, env, checkCommand }: EventContext,
): Promise<CommandDenial | undefined> {
  /** Folders in no repository, or in one where git can run: a command that fails there has nothing to print. */
  const harmless = new Set<string>();
  return checkCommands(input, {
    findSecret,
    readAny,
    glob: (folder, pattern, matchesDots) => glob(folder, pattern, matchesDots, time),
    list,
    isFolder,
    whyRefused(text, facts, folders) {
      const command = { text, facts, folders };
      return mayTouchHooks(command) ? checkCommand(command, env) : undefined;
    },
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
        if (text !== undefined || harmless.has(folder)) return text;
        if (
          (await run('rev-parse', ['--git-dir'])) === undefined ||
          // In a repository, this fails only when the filters of its configuration cannot be switched off.
          (await run('diff', ['--cached', '--shortstat', '--', ':(exclude)*'])) !== undefined
        ) {
          harmless.add(folder);
          return undefined;
        }
      } catch (error) {
        if (!(error instanceof GitLimit)) throw error;
        time.refuseLate();
        throw new TooComplex('prints more of git than can be checked');
      }
      throw new TooComplex('runs git in a repository whose programs would start');
    },
  });
}
