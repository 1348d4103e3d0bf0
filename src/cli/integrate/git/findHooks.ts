import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ownPath, partsInside, readInside } from '../../../node/files/realPath.ts';
import { readIfPresent } from '../../../node/files/transaction/fileSteps.ts';
import { gitText } from '../../../node/process/git.ts';
import { namesIn } from '../../../node/process/repository.ts';
import { CliError } from '../../exitCodes.ts';
import { systemPath } from '../../../node/files/systemPath.ts';
import {
  type GitHook,
  findBlock,
  gitHooks,
  ownBlock,
  sharedBlock,
  type GitFile,
  hookFiles,
  movedHookName,
  scriptFile,
} from './hookFile.ts';
import { lefthook, managerFile, preCommitFramework } from './managerFile.ts';

/** A working tree, and the folder of the hooks that git runs in it. */
export interface GitRepository {
  readonly top: string;
  /** The folder that all working trees of the repository share: `.git` in most. */
  readonly common: string;
  /** Absolute, as the configuration names it. */
  readonly hooks: string;
  /** The configuration that names the folder of the hooks; undefined for the default. */
  readonly hooksScope: string | undefined;
}

/**
 * @param isIgnored Whether a folder of hooks that the user's configuration names for all repositories is left out.
 * @throws {CliError} outside of a working tree, in a bare repository, and when git cannot be asked.
 */
export async function findRepository(
  cwd: string,
  env: NodeJS.ProcessEnv,
  isIgnored: (hooks: string) => boolean,
): Promise<GitRepository> {
  const printed = await gitText(cwd, 'rev-parse', ['--show-toplevel'], { env });
  const top = printed && systemPath(printed.replace(/\r?\n$/, ''));
  const common =
    top && (await gitText(top, 'rev-parse', ['--git-common-dir'], { env }))?.replace(/\r?\n$/, '');
  if (!top || !common)
    throw new CliError(`${cwd} is not in the working tree of a Git repository.`, {
      fix: 'Run this in a clone, not in a bare repository, or use --global.',
    });
  const folder = realpathSync.native(resolve(top, common));
  const configured = await configuredHooks(top, { env });
  const used =
    configured && isOfUser(configured.scope) && isIgnored(configured.path) ? undefined : configured;
  return {
    top,
    common: folder,
    hooks: used ? resolve(top, used.path) : join(folder, 'hooks'),
    hooksScope: used?.scope,
  };
}

const isOfUser = (scope: string | undefined): boolean =>
  scope !== undefined && scope !== 'local' && scope !== 'worktree';

/** Returns `core.hooksPath` and where it is set (git-config(1), "SCOPES"); undefined when it is not set. */
export async function configuredHooks(
  folder: string,
  options: { readonly env: NodeJS.ProcessEnv; readonly withoutRepository?: boolean },
): Promise<{ readonly path: string; readonly scope: string } | undefined> {
  const output = await gitText(folder, 'config', ['--type=path', 'core.hooksPath'], options);
  const fields = namesIn(output ?? '');
  let found: { path: string; scope: string } | undefined;
  // Pairs of scope and value, the effective one last. `node/process/git.ts` sets the value of the scope `command`.
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const [scope = '', path = ''] = [fields[i], fields[i + 1]];
    if (scope !== 'command') found = { scope, path };
  }
  return found;
}

/**
 * Returns the files that make git check for secrets in a repository: the hooks where git looks for them, and the file
 * of a program that manages them.
 *
 * @param script The script of the user that hooks of this machine call.
 * @throws {CliError} for a place that cannot be written safely.
 * @throws {UnsafePath} for a link on the way.
 */
export function filesOfRepository(repository: GitRepository, script: string): GitFile[] {
  const { top, common, hooks, hooksScope } = repository;
  if (isOfUser(hooksScope))
    throw new CliError(`Your Git configuration looks for the hooks of all repositories in ${hooks}.`, {
      fix: 'Run: service-cli integrate git --global',
    });
  const husky = join(top, '.husky');
  const isHusky = hooks === husky || hooks === join(husky, '_');
  const hasHusky = isHusky || isFolder(husky);
  const managed = hasHusky
    ? gitHooks.map((hook) => scriptFile(join(husky, hook), top, hook, sharedBlock(hook)))
    : [];
  if (isHusky) return managed;
  const within = rootOf(repository);
  const found = gitHooks.map((hook) =>
    hooksOf(join(hooks, hook), hook, within, within === common ? ownBlock(hook, script) : sharedBlock(hook)),
  );
  return [...managed, ...managerFiles(top, found), ...found.flatMap(({ files }) => files)];
}

/** @throws {CliError} when the configuration of the repository leads out of it. */
function rootOf({ top, common, hooks }: GitRepository): string {
  const root = [common, top].find((folder) => partsInside(folder, hooks) !== undefined);
  if (root !== undefined) return root;
  throw new CliError(
    `core.hooksPath of the repository leads to ${hooks}, outside of it. Nothing was changed.`,
    {
      fix: 'Set core.hooksPath to a folder of the repository, or use --global.',
    },
  );
}

interface Found {
  readonly hook: GitHook;
  readonly manager: 'lefthook' | 'framework' | undefined;
  readonly files: readonly GitFile[];
}

function hooksOf(path: string, hook: GitHook, within: string, lines: string): Found {
  const current = readInside(within, path);
  const text = current?.toString('latin1') ?? '';
  // lefthook and the pre-commit framework write their hooks from a template, and would overwrite lines added to them.
  if (!findBlock(text) && /\blefthook\b/.test(text)) return { hook, manager: 'lefthook', files: [] };
  if (text.includes('File generated by pre-commit')) {
    // The framework calls the hook that it found under this name.
    const before = `${path}.legacy`;
    const isBefore = findBlock(readInside(within, before)?.toString('latin1') ?? '') !== undefined;
    return {
      hook,
      manager: 'framework',
      files: isBefore ? [scriptFile(before, within, hook, lines)] : [],
    };
  }
  if (current) assertExecutable(path);
  const moved = readInside(within, join(dirname(path), movedHookName(hook)));
  return { hook, manager: undefined, files: hookFiles({ path, within, hook, lines, current, moved }) };
}

function assertExecutable(path: string): void {
  if (process.platform === 'win32' || (statSync(path).mode & 0o111) !== 0) return;
  throw new CliError(`${path} is not executable, so Git ignores it. Nothing was changed.`, {
    fix: 'Make it executable or delete it, and run this again.',
  });
}

/** Names of lefthook's configuration (https://lefthook.dev/configuration), in its order. */
const lefthookNames = ['lefthook', '.lefthook', '.config/lefthook'];

function managerFiles(top: string, found: readonly Found[]): GitFile[] {
  const files: GitFile[] = [];
  const names = lefthookNames.flatMap((name) => [`${name}.yml`, `${name}.yaml`]);
  const yaml = names.find((name) => existsSync(join(top, name)));
  const isLefthook = found.some(({ manager }) => manager === 'lefthook');
  if (yaml !== undefined) files.push(managerFile(lefthook, join(top, yaml), top, gitHooks));
  else if (isLefthook)
    throw new CliError('lefthook manages the hooks, and has no YAML file. Nothing was changed.', {
      fix: `Add to its configuration what this YAML says:\n${lefthook.lines(gitHooks)}`,
    });
  const own = found.filter(({ manager, files: legacy }) => manager === 'framework' && legacy.length === 0);
  if (own.length > 0) {
    const path = join(top, '.pre-commit-config.yaml');
    const hooks = own.map(({ hook }) => hook);
    if (!existsSync(path))
      throw new CliError(`The pre-commit framework manages the hooks, and ${path} does not exist.`, {
        fix: 'Run: pre-commit uninstall, and run this again.',
      });
    files.push(managerFile(preCommitFramework, path, top, hooks));
  }
  return files;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Returns the user's own hooks in a folder that serves all repositories. */
export async function filesOfFolder(folder: string, script: string): Promise<GitFile[]> {
  const found = await Promise.all(
    gitHooks.map(async (hook) => {
      const path = join(folder, hook);
      const current = await readIfPresent(ownPath(path));
      if (current) assertExecutable(path);
      const moved = await readIfPresent(ownPath(join(folder, movedHookName(hook))));
      return hookFiles({ path, within: undefined, hook, lines: ownBlock(hook, script), current, moved });
    }),
  );
  return found.flat();
}
