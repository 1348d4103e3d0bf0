import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf } from '../../../core/failures.ts';
import { printable } from '../../../core/printable.ts';
import { readState, stateChange, type CliState } from '../../../node/credentials/cliState.ts';
import { UnsafePath } from '../../../node/files/realPath.ts';
import { withLock } from '../../../node/files/locks/lock.ts';
import { type FileChange, sameBytes } from '../../../node/files/transaction/fileTransaction.ts';
import { CliError, type ExitCode, exitCodes, invalidOptions } from '../../exitCodes.ts';
import type { Context } from '../../program.ts';
import { version, type Session } from '../../session.ts';
import { type PlannedChanges, recoverKilledRun, readResource, writePlan } from '../apply.ts';
import { findInstallation, type InstallationId, ourFiles, recordInstallation, fixOf } from '../record.ts';
import { resultLine, printChanges, type Result } from '../report.ts';
import { gitLayout, type GitLayout, type GitScope } from './gitLayout.ts';
import type { IntegrateOptions } from '../../options.ts';
import { isSamePath } from '../../../node/files/systemPath.ts';
import { homeOf } from '../../../node/files/serviceHome.ts';
import type { ComponentStatus } from '../plan.ts';

/** Installs or removes hooks of git that refuse commits and pushes with secrets. They need no login. */
export async function integrateGit(context: Context, options: IntegrateOptions): Promise<ExitCode> {
  if (options.project !== undefined && options.global === true)
    throw invalidOptions('--project and --global cannot be combined');
  const { session, terminal, prompts } = context;
  const { dryRun = false, remove = false, nonInteractive = false, verbose = false } = options;
  if (!dryRun) await recoverKilledRun(session.home);
  const cwd = await realpath(terminal.host.cwd);
  const scope: GitScope = options.global === true ? 'global' : 'project';
  const plan = (): Promise<Plan> => planGit(context, scope, cwd, remove);
  const { changes, layout } = await safely(plan());
  if (dryRun) printChanges(terminal, [...layout.shared, ...layout.files], { changes, verbose });
  const asks = terminal.isInteractive && !nonInteractive && !dryRun && changes.length > 0;
  if (asks) {
    for (const path of shownFiles(layout, changes, verbose)) terminal.say(`  ${path}`);
    const question = remove ? 'Remove the Git hooks?' : 'Install the Git hooks?';
    if (!(await prompts.confirm(question, true))) return answer(context, layout, [], 'declined', options);
  }
  // Reads and plans again under the lock: another run may have changed the files since the question.
  const write = () => withLock(session.home.state, (held) => writePlan(session.home, held, plan));
  const written = dryRun ? changes : await safely(write());
  const done = remove ? (['removed', 'wouldRemove'] as const) : (['installed', 'wouldInstall'] as const);
  return answer(context, layout, written, written.length === 0 ? 'unchanged' : done[dryRun ? 1 : 0], options);
}

/** Returns the changed hooks, or the folder of many, and with `verbose` every file, also those of this program. */
function shownFiles({ files }: GitLayout, changes: readonly FileChange[], verbose: boolean): string[] {
  const paths = changes.map(({ path }) => path);
  if (verbose) return paths;
  const hooks = paths.filter((path) => files.some((file) => file.path === path));
  const countIn = (folder: string): number => hooks.filter((path) => dirname(path) === folder).length;
  const shown = hooks.map((path) => {
    const count = countIn(dirname(path));
    return count > 5 ? `${dirname(path)} (${count} hooks)` : path;
  });
  return [...new Set(shown)];
}

function answer(
  { terminal }: Context,
  layout: GitLayout,
  changes: readonly FileChange[],
  result: Result,
  { verbose = false, remove: isRemoval = false }: IntegrateOptions,
): ExitCode {
  const files = changes.map(({ path }) => path);
  const line = { agent: 'git', component: 'secretsHooks', result, files };
  terminal.answer(line, () =>
    [
      resultLine(terminal, 'Git hooks', result, isRemoval),
      ...shownFiles(layout, changes, verbose).map((path) => `    ${printable(path)}`),
    ].join('\n'),
  );
  if (result !== 'installed') return exitCodes.fine;
  const shared = files.filter((path) => /\.ya?ml$|[\\/]\.husky[\\/]/.test(path));
  if (shared.length > 0)
    terminal.say('Commit the shared files, so that the check also runs for colleagues with service-cli.');
  if (files.some((path) => path.endsWith('lefthook.yml'))) terminal.say('Run: lefthook install');
  if (layout.scope === 'global')
    terminal.say('Repositories that set core.hooksPath themselves need their own: service-cli integrate git');
  return exitCodes.fine;
}

interface Plan extends PlannedChanges {
  readonly layout: GitLayout;
}

async function planGit({ session }: Context, scope: GitScope, cwd: string, remove: boolean): Promise<Plan> {
  const layout = await gitLayout(session, scope, cwd, remove);
  const stateFile = await readState(session.home.state);
  const { state } = stateFile;
  const id: InstallationId = { editor: 'git', scope, root: layout.root };
  const others = (state.integrations?.installed ?? []).filter(
    (item) => item.integration === 'git' && item !== findInstallation(state, id),
  );
  const ours = ourFiles(state);
  const files = remove && others.length > 0 ? layout.files : [...layout.shared, ...layout.files];
  const changes: FileChange[] = [];
  for (const file of files) {
    const before = await readResource(file);
    const after = remove ? file.remove(before, ours.has(file.path)) : file.install(before);
    const { path, within, mode } = file;
    if (!sameBytes(before, after))
      changes.push({ path, within, before, after, ...(mode !== undefined && !remove && { mode }) });
  }
  const paths = [...layout.shared, ...layout.files].map(({ path }) => path);
  const next = recordInstallation(state, {
    id,
    installed: remove ? [] : [{ component: 'secretsHooks', paths }],
    changes,
    version,
    at: new Date().toISOString(),
    projectKey: undefined,
  });
  const stateChanges = next === state ? [] : [stateChange(session.home.state, stateFile, next)];
  return { layout, changes, stateChanges };
}

async function safely<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof UnsafePath)) throw error;
    throw new CliError(`${messageOf(error)}. Nothing was changed.`, {
      fix: 'Replace it with a regular file or folder, and run this again.',
      cause: error,
    });
  }
}

export interface GitStatus extends ComponentStatus {
  readonly editor: 'git';
  readonly scope: GitScope;
  readonly root: string;
  readonly fix?: string;
}

export async function gitStatus(session: Session, state: CliState, cwd: string): Promise<GitStatus[]> {
  const recorded = (state.integrations?.installed ?? []).filter(({ integration }) => integration === 'git');
  const statuses: GitStatus[] = [];
  const add = async (scope: GitScope, folder: string): Promise<void> => {
    const status = await statusOf(session, scope, folder, recorded);
    if (status && !statuses.some((item) => item.scope === scope && isSamePath(item.root, status.root)))
      statuses.push(status);
  };
  await add('project', cwd);
  await add('global', homeOf(session.terminal.host.env));
  for (const { scope, root } of recorded) if (scope === 'project') await add(scope, root);
  return statuses;
}

/** Returns undefined outside of a repository. */
async function statusOf(
  session: Session,
  scope: GitScope,
  folder: string,
  recorded: readonly { readonly scope: string; readonly root: string }[],
): Promise<GitStatus | undefined> {
  const fix = fixOf({ editor: 'git', scope, root: folder });
  const base = { editor: 'git', scope, component: 'secretsHooks' } as const;
  try {
    const layout = await gitLayout(session, scope, folder);
    const items: ComponentStatus['items'][number][] = [];
    for (const file of [...layout.files, ...layout.shared])
      for (const item of file.inspect(await readResource(file))) items.push({ path: file.path, ...item });
    const own = items.filter(({ part }) => part !== '');
    const { root } = layout;
    if (own.every(({ status }) => status === 'NOT CONFIGURED'))
      return { ...base, root, status: 'NOT CONFIGURED', items: own };
    return items.every(({ status }) => status === 'CONFIGURED')
      ? { ...base, root, status: 'CONFIGURED', items }
      : { ...base, root, status: 'CONFIGURED / INVALID CONFIG', items, fix };
  } catch (error) {
    if (!(error instanceof CliError) && !(error instanceof UnsafePath)) throw error;
    if (!recorded.some((item) => item.scope === scope && isSamePath(item.root, folder))) return undefined;
    const status = 'CONFIGURED / INVALID CONFIG';
    const items = [{ path: folder, part: '', status, reason: messageOf(error) } as const];
    return { ...base, root: folder, status, items, fix };
  }
}
