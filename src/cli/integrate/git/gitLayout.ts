import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { Scope } from '../../../agents/agent.ts';
import { homeOf } from '../../../node/files/serviceHome.ts';
import { variable } from '../../../node/process/environment.ts';
import { CliError } from '../../exitCodes.ts';
import { type Session, version } from '../../session.ts';
import { ownFile } from '../resources/resource.ts';
import { configuredHooks, filesOfFolder, filesOfRepository, findRepository } from './findHooks.ts';
import { gitConfigFile } from './gitConfigFile.ts';
import { gitHooks, ownBlock } from './hookBlock.ts';
import { executable, type GitFile } from './hookFile.ts';
import { globalHook, hookScript, otherHooks } from './hookScript.ts';

export type GitScope = Exclude<Scope, 'system'>;

/** The files by which git checks for secrets, in one repository or in all of the user's. */
export interface GitLayout {
  readonly scope: GitScope;
  /** The top of the working tree, or the user's home folder. */
  readonly root: string;
  /** The copied program and the script that runs it. All installations share them. */
  readonly shared: readonly GitFile[];
  readonly files: readonly GitFile[];
}

/**
 * Returns the places of the hooks.
 *
 * @throws {CliError} as `findRepository` and `filesOfRepository`.
 */
export async function gitLayout(session: Session, scope: GitScope, cwd: string): Promise<GitLayout> {
  const script = join(session.home.directory, 'git', 'secrets.sh');
  const shared = await sharedFiles(session, script);
  if (scope === 'project') {
    const repository = await findRepository(cwd, session.terminal.host.env);
    const files = filesOfRepository(repository, script);
    return { scope, root: repository.top, shared, files };
  }
  const { env } = session.terminal.host;
  return { scope, root: homeOf(env), shared, files: await globalFiles(session, script) };
}

async function sharedFiles({ bundles, home }: Session, script: string): Promise<GitFile[]> {
  const program = join(home.bin, version, 'commands.js');
  let bytes: Uint8Array;
  try {
    bytes = await readFile(join(bundles, 'commands.js'));
  } catch (cause) {
    throw new CliError(`${join(bundles, 'commands.js')} is missing, so no hooks can be installed.`, {
      fix: 'Reinstall service-cli.',
      cause,
    });
  }
  return [
    ownFile(program, bytes),
    { ...ownFile(script, hookScript({ version, node: process.execPath, program })), mode: executable },
  ];
}

/**
 * Hooks for all repositories. git has one folder for them, and then leaves out the hooks of the repositories: each of
 * our files calls theirs. A folder that the user has already is used as it is.
 */
async function globalFiles(session: Session, script: string): Promise<GitFile[]> {
  const { env } = session.terminal.host;
  const own = join(session.home.directory, 'git', 'hooks');
  const configured = await configuredHooks(homeOf(env), { env, withoutRepository: true });
  if (configured && configured.path !== own) {
    if (isAbsolute(configured.path)) return filesOfFolder(configured.path, script);
    throw new CliError(
      `Your Git configuration sets core.hooksPath to ${configured.path}, relative to each repository.`,
      {
        fix: 'Run service-cli integrate git in each repository.',
      },
    );
  }
  const ownHook = (hook: string, lines: string): GitFile => ({
    ...ownFile(join(own, hook), globalHook(version, hook, lines)),
    mode: executable,
  });
  return [
    ...otherHooks.map((hook) => ownHook(hook, '')),
    ...gitHooks.map((hook) => ownHook(hook, ownBlock(hook, script))),
    gitConfigFile(globalConfig(env), own),
  ];
}

/** Returns the file that `git config --global` writes. */
function globalConfig(env: NodeJS.ProcessEnv): string {
  const named = variable(env, 'GIT_CONFIG_GLOBAL');
  if (named !== undefined) return named;
  const usual = join(homeOf(env), '.gitconfig');
  const other = join(variable(env, 'XDG_CONFIG_HOME') ?? join(homeOf(env), '.config'), 'git', 'config');
  return !existsSync(usual) && existsSync(other) ? other : usual;
}
