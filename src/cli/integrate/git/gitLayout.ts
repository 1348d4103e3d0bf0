import { existsSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { Scope } from '../../../agents/agent.ts';
import { homeOf } from '../../../node/files/serviceHome.ts';
import { variable } from '../../../node/environment.ts';
import { CliError } from '../../exitCodes.ts';
import { type Session, version } from '../../session.ts';
import { ownFile, readBundle, type Resource, statusFor } from '../resources/resource.ts';
import { configuredHooks, filesOfFolder, filesOfRepository, findRepository } from './findHooks.ts';
import { gitHooks, last, ownBlock, withoutBlock, executable, type GitFile, textOf } from './hookFile.ts';
import { posixQuote } from '../../../core/shellWord.ts';

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
 * A repository's own hooks are its place also while the hooks for all repositories are installed, which call them.
 *
 * @param remove The repository's own hooks are its place in any case.
 * @throws {CliError} as `findRepository` and `filesOfRepository`.
 */
export async function gitLayout(
  session: Session,
  scope: GitScope,
  cwd: string,
  remove = false,
): Promise<GitLayout> {
  const { env } = session.terminal.host;
  const script = join(session.home.directory, 'git', 'secrets.sh');
  const shared = await sharedFiles(session, script);
  if (scope === 'global')
    return { scope, root: homeOf(env), shared, files: await globalFiles(session, script) };
  const isIgnored = (hooks: string): boolean => remove || resolve(hooks) === globalFolder(session);
  const repository = await findRepository(cwd, env, isIgnored);
  return { scope, root: repository.top, shared, files: filesOfRepository(repository, script) };
}

const [main, rules] = ['commands.js', 'projectRules.js'];

/** The copies have a folder of their own: when Git hooks are removed, those of agents keep their files. */
async function sharedFiles({ bundles, home }: Session, script: string): Promise<GitFile[]> {
  const folder = join(home.bin, version, 'git');
  const copy = async (name: string): Promise<GitFile> =>
    ownFile(join(folder, name), await readBundle(join(bundles, name)));
  return [
    await copy(main),
    await copy(rules),
    { ...ownFile(script, hookScript(join(folder, main))), mode: executable },
  ];
}

const globalFolder = ({ home }: Session): string => join(home.directory, 'git', 'hooks');

/**
 * Returns the hooks for all repositories. git has one folder for them, and then ignores the hooks of the repositories, so
 * each hook of ours calls theirs. If the user has such a folder already, it is used.
 */
async function globalFiles(session: Session, script: string): Promise<GitFile[]> {
  const { env } = session.terminal.host;
  const own = globalFolder(session);
  const configured = await configuredHooks(homeOf(env), { env, withoutRepository: true });
  if (configured && resolve(configured.path) !== own) {
    if (isAbsolute(configured.path)) return filesOfFolder(configured.path, script);
    throw new CliError(
      `Your Git configuration sets core.hooksPath to ${configured.path}, relative to each repository.`,
      {
        fix: 'Run service-cli integrate git in each repository.',
      },
    );
  }
  const ownHook = (hook: string, lines: string): GitFile => ({
    ...ownFile(join(own, hook), globalHook(hook, lines)),
    mode: executable,
  });
  return [
    ...otherHooks.map((hook) => ownHook(hook, '')),
    ...gitHooks.map((hook) => ownHook(hook, ownBlock(hook, script))),
    gitConfigFile(globalConfig(env), own),
  ];
}

function globalConfig(env: NodeJS.ProcessEnv): string {
  const named = variable(env, 'GIT_CONFIG_GLOBAL');
  if (named !== undefined) return named;
  const usual = join(homeOf(env), '.gitconfig');
  const other = join(variable(env, 'XDG_CONFIG_HOME') ?? join(homeOf(env), '.config'), 'git', 'config');
  return !existsSync(usual) && existsSync(other) ? other : usual;
}

const first =
  '# >>> service-cli: Git hooks that check for secrets. Remove it with: service-cli integrate git --global --remove';

/** Returns the lines that name the hooks' folder. They come last, because git uses the last value of a setting. */
function gitConfigFile(path: string, hooksFolder: string): Resource {
  const value = hooksFolder.replaceAll('\\', '/').replaceAll('"', String.raw`\"`);
  const lines = textOf(Buffer.from(`${first}\n[core]\n\thooksPath = "${value}"\n${last}\n`));
  return {
    path,
    within: undefined,
    parts: ['core.hooksPath'],
    install(bytes) {
      const rest = withoutBlock(textOf(bytes), first);
      return Buffer.from(rest + (rest === '' || rest.endsWith('\n') ? '' : '\n') + lines, 'latin1');
    },
    remove(bytes, isOurFile) {
      if (bytes === undefined) return undefined;
      const rest = withoutBlock(textOf(bytes), first);
      return isOurFile && rest.trim() === '' ? undefined : Buffer.from(rest, 'latin1');
    },
    inspect(bytes) {
      const text = textOf(bytes);
      return [{ part: 'core.hooksPath', status: statusFor(text.includes(first), text.endsWith(lines)) }];
    },
  };
}

/**
 * Returns the script of the user that the hooks call. It refuses when the program cannot run. Every path is absolute,
 * and variables that load code into Node are removed, because managers of hooks put folders and variables of the
 * repository into the environment.
 */
const hookScript = (program: string): string => `#!/bin/sh
# Written by service-cli ${version}. Git hooks call it to check for secrets.
# Remove it with: service-cli integrate git --remove
node=${posixQuote(process.execPath)}
program=${posixQuote(program)}
refuse() {
  printf '%s\\n' "Refused: $1, so nothing can be checked for secrets." 'Install service-cli, then run: service-cli integrate git' >&2
  exit 1
}
[ -f "$program" ] || refuse "$program is missing"
[ -f "$node" ] && [ -x "$node" ] || refuse "$node is missing"
unset NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS
case $1 in
pre-commit)
  "$node" "$program" analyze secrets --staged && exit
  code=$?
  printf '%s\\n' 'The pre-commit hook of service-cli blocked this commit. To commit once without its check: git commit --no-verify' >&2
  exit $code ;;
pre-push)
  "$node" "$program" analyze secrets --pushed "$2"
  code=$?
  if [ "$code" = 0 ]; then
    # Only on request, and never a reason to refuse: the gate is known after the next analysis.
    [ "$(git config --type=bool --get service.gateBeforePush)" != true ] ||
      "$node" "$program" gate changed --quiet </dev/null >&2
    exit 0
  fi
  printf '%s\\n' 'The pre-push hook of service-cli blocked this push. Revoke a secret of an earlier commit, and take it out of the commits: git rebase --interactive' \\
    'To push once without the check: git push --no-verify' >&2
  exit $code ;;
*) refuse "this is no hook that service-cli knows" ;;
esac
`;

/**
 * Returns a hook of the folder that `core.hooksPath` names for all repositories: the check, then the hook of the
 * repository, which git would otherwise leave out.
 *
 * @param lines The check; empty for hooks without one.
 */
const globalHook = (hook: string, lines: string): string => `#!/bin/sh
# Written by service-cli ${version}, because core.hooksPath switches off the hooks of the repositories themselves.
${lines}service_hook=$(git rev-parse --git-common-dir)/hooks/${hook}
[ ! -x "$service_hook" ] || exec "$service_hook" "$@"
`;

/**
 * Hooks that git looks for in the folder of `core.hooksPath` (githooks(5)), apart from those that check for secrets.
 * `push-to-checkout` and `proc-receive` are left out: git behaves differently as soon as they exist.
 */
const otherHooks = [
  'applypatch-msg pre-applypatch post-applypatch pre-merge-commit prepare-commit-msg commit-msg post-commit',
  'pre-rebase post-checkout post-merge pre-receive update post-receive post-update',
  'reference-transaction pre-auto-gc post-rewrite sendemail-validate post-index-change',
].flatMap((names) => names.split(' '));
