import { lstatSync, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { absoluteFolders, findProgramOutside, isInside } from './findProgram.ts';

/**
 * Returns the top of the working tree that holds `folder`: the nearest folder upwards with a `.git`, which is a
 * repository's folder or the file of a worktree or submodule. Returns undefined outside of a repository, and when git
 * would find a *bare* repository first.
 *
 * git treats any folder with a HEAD, objects and refs as a bare repository. A clone can contain such a folder as
 * ordinary files, with a configuration that names programs. git 2.38 and newer refuse it with
 * `safe.bareRepository=explicit`; this check also protects users of older versions. The caller passes the result to
 * git as the working tree, because `core.worktree` of a repository may name any folder of the machine.
 */
function findWorkTree(folder: string): string | undefined {
  let current: string;
  try {
    current = realpathSync(folder);
  } catch {
    // A folder that does not exist is in no repository.
    return undefined;
  }
  for (; ; current = dirname(current)) {
    const entry = kindOf(join(current, '.git'));
    if (entry === 'file' || (entry === 'folder' && isGitFolder(join(current, '.git')))) return current;
    if (isGitFolder(current) || current === dirname(current)) return undefined;
  }
}

/** Checks as git's `is_git_directory` (setup.c). A linked worktree has a file `commondir`, but no objects and refs. */
function isGitFolder(folder: string): boolean {
  const has = (name: string): boolean =>
    lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined;
  return has('HEAD') && (has('commondir') || (has('objects') && has('refs')));
}

function kindOf(path: string): 'file' | 'folder' | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? 'file' : stats?.isDirectory() ? 'folder' : undefined;
}

/**
 * The commands that may be run, each with the options that keep it from starting programs. `comparesFiles`: git
 * compares files of the working tree with recorded ones after applying filters, so the filters have to be switched off
 * by name.
 */
const commands = {
  blame: { options: ['--no-textconv'], comparesFiles: true },
  'cat-file': { options: [], comparesFiles: false },
  'check-ignore': { options: [], comparesFiles: false },
  config: { options: ['--show-scope', '--null', '--get-all'], comparesFiles: false },
  diff: { options: ['--no-ext-diff', '--no-textconv', '--ignore-submodules=all'], comparesFiles: true },
  'diff-tree': { options: ['--no-ext-diff', '--no-textconv'], comparesFiles: false },
  grep: { options: ['--no-textconv', '--no-recurse-submodules'], comparesFiles: false },
  log: { options: ['--no-ext-diff', '--no-textconv', '--no-show-signature'], comparesFiles: false },
  'ls-files': { options: [], comparesFiles: false },
  remote: { options: [], comparesFiles: false },
  'rev-list': { options: [], comparesFiles: false },
  'rev-parse': { options: [], comparesFiles: false },
  show: { options: ['--no-ext-diff', '--no-textconv', '--no-show-signature'], comparesFiles: false },
  worktree: { options: [], comparesFiles: false },
} as const;
export type GitCommand = keyof typeof commands;

/** Options with which git starts a program or writes a file. */
const refusedOptions = [
  '--ext-diff --textconv --filters --show-signature --open-files-in-pager --output',
  // Programs of a submodule, of a merge driver, and of core.alternateRefsCommand.
  '--submodule --remerge-diff --diff-merges --alternate-refs',
].flatMap((names) => names.split(' '));

/**
 * Throws for arguments with such an option, which git also takes shortened (`--op`), and after other letters (`-nO`).
 * Arguments may come from a command line that an agent wants to run, before the user has seen it.
 */
function refuseOptions(command: GitCommand, args: readonly string[]): void {
  const end = args.indexOf('--');
  for (const arg of end < 0 ? args : args.slice(0, end)) {
    const [name = ''] = arg.split('=', 1);
    const isRefused = name.length > 2 && refusedOptions.some((option) => option.startsWith(name));
    // `-e` takes the rest of the argument as a pattern.
    const opensPager = command === 'grep' && /^-[^-e]*O/.test(arg);
    if (isRefused || opensPager) throw new Error(`git ${command} is not run with the option ${name}`);
  }
}

interface GitOptions {
  /** Text for the standard input of git; nothing by default. */
  readonly input?: string;
  /** After this number of milliseconds git is killed and the result is undefined; 10 s by default. */
  readonly timeoutMs?: number;
  /** With more bytes of output git is killed and the result is undefined; 16 MiB by default. */
  readonly maxBytes?: number;
  /** Follows GIT_DIR, GIT_INDEX_FILE and the like, which git sets for a hook; otherwise only the folder counts. */
  readonly fromEnvironment?: boolean;
  /** Asks only the configuration of the user and the machine. `folder` need not be in a repository. */
  readonly withoutRepository?: boolean;
  /** Whether an exceeded limit rejects with `GitLimit` instead of giving undefined. */
  readonly rejectsAtLimit?: boolean;
  readonly env?: Readonly<NodeJS.ProcessEnv>;
}

/** git took longer or printed more than the caller allows. */
export class GitLimit extends Error {
  override readonly name = 'GitLimit';
}

/**
 * Runs git in `folder` and returns its standard output, or undefined when git exits with a code other than 0, is not
 * installed, exceeds a limit, or `folder` is not in a working tree.
 *
 * @throws {GitLimit} at a limit, with `rejectsAtLimit`.
 * @throws {Error} for an option with which git starts a program or writes a file; never rejects otherwise.
 *
 * This is the only way to run git. A repository is untrusted, and its configuration can name programs in more than
 * twenty places. This function starts none of them. `test/unit/node/process/git.test.ts` has a row per place.
 */
export async function git(
  folder: string,
  command: GitCommand,
  args: readonly string[],
  options: GitOptions = {},
): Promise<Buffer | undefined> {
  const { env = process.env, fromEnvironment = false, withoutRepository = false } = options;
  refuseOptions(command, args);
  const pointers: NodeJS.ProcessEnv = withoutRepository
    ? { GIT_DIR: nowhere }
    : fromEnvironment
      ? pick(env, repositoryPointers)
      : {};
  const workTree = pointers.GIT_DIR === undefined ? findWorkTree(folder) : undefined;
  if (pointers.GIT_DIR === undefined && workTree === undefined) return undefined;
  const foreign = workTree ?? pointers.GIT_WORK_TREE ?? folder;
  const program = findProgramOutside('git', process.env, [foreign]);
  if (program === undefined) return undefined;
  const start = (commandLine: readonly string[]): Promise<Buffer | undefined> =>
    run(program, ['--no-pager', ...configuration.flatMap((setting) => ['-c', setting]), ...commandLine], {
      ...options,
      folder,
      env: {
        ...environmentOf(env, (path) => isInside(foreign, path)),
        ...(workTree !== undefined && { GIT_WORK_TREE: workTree }),
        ...pointers,
      },
    });
  const { options: safe, comparesFiles } = commands[command];
  const filters = comparesFiles ? await filtersOff(start) : [];
  return filters && start([...filters, command, ...safe, ...args]);
}

/** Returns what `git` returns, decoded as UTF-8. */
export async function gitText(...request: Parameters<typeof git>): Promise<string | undefined> {
  return (await git(...request))?.toString('utf8');
}

/** A path below a file, so that no file and no folder can have it. */
const nowhere = join(process.execPath, 'none');

/**
 * Settings that override those of every configuration file. https://git-scm.com/docs/git-config names the programs.
 * `fsmonitor` may also be a program; `credential.helper` is a list that an empty value clears. `core.hooksPath` is a
 * file: a file has no entries, so git finds no hook there, on any platform.
 */
const configuration = [
  'safe.bareRepository=explicit',
  `core.hooksPath=${process.execPath}`,
  'core.fsmonitor=false',
  'core.quotePath=false',
  'core.askPass=',
  'core.sshCommand=',
  'core.gitProxy=',
  'credential.helper=',
  'protocol.allow=never',
  'submodule.recurse=false',
  'log.showSignature=false',
  // A format of commits may print their signature (`format.pretty`), which git checks with these programs.
  ...['gpg', 'gpg.openpgp', 'gpg.x509', 'gpg.ssh'].map((section) => `${section}.program=${nowhere}`),
  // `remerge` runs merge drivers, and `diff` runs git in the submodule, with the programs of its configuration.
  'log.diffMerges=separate',
  'diff.submodule=short',
  'diff.relative=false',
  // Colors would stand in names, and before secrets, which then do not begin a word.
  ...['ui', 'diff', 'grep'].map((part) => `color.${part}=false`),
];

/**
 * Returns the options that switch off the configured clean, smudge and process filters, or undefined when that is not
 * possible. git has no switch for all filters, so their names are read from the configuration, which starts no
 * program. `required` would turn the missing filter into an error.
 */
async function filtersOff(
  start: (commandLine: readonly string[]) => Promise<Buffer | undefined>,
): Promise<string[] | undefined> {
  // The list always contains our own settings: without output git has failed, and the filters are unknown.
  const listed = await start(['config', '--null', '--name-only', '--list']);
  if (!listed) return undefined;
  const names = listed
    .toString('utf8')
    .split('\0')
    .flatMap((key) => /^filter\.(.+)\.[a-z\d-]+$/su.exec(key)?.[1] ?? []);
  // `-c` ends the name of a setting at the first equals sign.
  if (names.some((name) => name.includes('='))) return undefined;
  return [...new Set(names)].flatMap((name) =>
    ['clean=', 'smudge=', 'process=', 'required=false'].flatMap((setting) => [
      '-c',
      `filter.${name}.${setting}`,
    ]),
  );
}

/** Variables that git itself needs to find the user's configuration, temporary files and the owner of trusted files. */
const keptVariables = [
  'HOME USER LOGNAME SUDO_UID XDG_CONFIG_HOME TMPDIR DEVELOPER_DIR',
  'USERPROFILE USERNAME HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA PROGRAMDATA ALLUSERSPROFILE',
  'PROGRAMFILES SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT TEMP TMP',
  'GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_CONFIG_NOSYSTEM GIT_CEILING_DIRECTORIES GIT_DISCOVERY_ACROSS_FILESYSTEM',
].flatMap((names) => names.split(' '));

/** Variables that git sets for a hook, to name the repository and the index that it works on. */
const repositoryPointers = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_COMMON_DIR',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
];

/**
 * Returns git's environment, without tokens and without variables that name programs (GIT_EXTERNAL_DIFF, GIT_SSH,
 * PAGER …). `safe.directory` is kept from settings in variables (GIT_CONFIG_COUNT), because build machines set it that
 * way. The folders of programs and libraries that the repository can fill are left out: an empty or relative entry
 * means the working directory, and `npm run` adds a folder of the project.
 */
function environmentOf(
  env: Readonly<NodeJS.ProcessEnv>,
  isForeign: (folder: string) => boolean,
): NodeJS.ProcessEnv {
  const path = absoluteFolders({ platform: process.platform, env }).filter((entry) => !isForeign(entry));
  const libraries = (env.LD_LIBRARY_PATH ?? '')
    .split(':')
    .filter((entry) => isAbsolute(entry) && !isForeign(entry));
  return {
    ...pick(env, keptVariables),
    ...safeDirectories(env),
    PATH: path.join(delimiter),
    ...(libraries.length > 0 && { LD_LIBRARY_PATH: libraries.join(':') }),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    // A partial clone fetches missing objects with programs that it names. No protocol has the name "none".
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    // A push sends the objects themselves, not what the repository shows in their place.
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_GRAFT_FILE: nowhere,
  };
}

function safeDirectories(env: Readonly<NodeJS.ProcessEnv>): NodeJS.ProcessEnv {
  const kept: NodeJS.ProcessEnv = {};
  let count = 0;
  for (let index = 0; index < Math.min(Number(env.GIT_CONFIG_COUNT ?? 0), 1000); index++) {
    if (env[`GIT_CONFIG_KEY_${index}`]?.toLowerCase() !== 'safe.directory') continue;
    kept[`GIT_CONFIG_KEY_${count}`] = 'safe.directory';
    kept[`GIT_CONFIG_VALUE_${count++}`] = env[`GIT_CONFIG_VALUE_${index}`];
  }
  return count === 0 ? {} : { ...kept, GIT_CONFIG_COUNT: String(count) };
}

function pick(env: Readonly<NodeJS.ProcessEnv>, names: readonly string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) =>
      names.includes(process.platform === 'win32' ? name.toUpperCase() : name),
    ),
  );
}

interface Start extends GitOptions {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

async function run(
  program: string,
  args: readonly string[],
  { folder, env, input, timeoutMs = 10_000, maxBytes = 16 * 1024 * 1024, rejectsAtLimit = false }: Start,
): Promise<Buffer | undefined> {
  // Loaded on first use: it brings forty modules of Node, and most shell events of a hook run no git.
  const { execFile } = await import('node:child_process');
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      args,
      {
        cwd: folder,
        env,
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
        maxBuffer: maxBytes,
        encoding: 'buffer',
        windowsHide: true,
      },
      (error, stdout) => {
        // Node kills git at both limits, but marks only the error of the time limit with `killed`.
        const isLimit = error?.killed === true || error?.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER';
        if (isLimit && rejectsAtLimit) reject(new GitLimit('git exceeded a limit'));
        else resolve(error ? undefined : stdout);
      },
    );
    // git may end before it has read the whole input: its exit code decides whether that was an error.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}
