import { realpath } from 'node:fs/promises';
import {
  type AgentLayout,
  components,
  type Scope,
  wordsOfFailure,
  componentTitles,
} from '../agents/agent.ts';
import { agents } from '../agents/agents.ts';
import { neutralBrand } from '../core/brand.ts';
import { printable } from '../core/printable.ts';
import { type CliState, readState, rememberedKey } from '../node/credentials/cliState.ts';
import { platformOf } from '../node/credentials/credentials.ts';
import { variable } from '../node/environment.ts';
import { homeOf } from '../node/files/serviceHome.ts';
import { isSamePath } from '../node/files/systemPath.ts';
import { gitWorktrees } from '../node/process/repository.ts';
import { tokenSources } from './auth/status.ts';
import { type ExitCode, exitCodes } from './exitCodes.ts';
import { readFiles } from './integrate/apply.ts';
import { findAgents } from './integrate/discovery.ts';
import { gitStatus } from './integrate/git/integrateGit.ts';
import type { Layout } from './integrate/layout.ts';
import { type LayoutInput, layoutOf } from './integrate/layoutOf.ts';
import { type Files, inspectComponent, type ComponentStatus } from './integrate/plan.ts';
import { fixOf } from './integrate/record.ts';
import { examineVersion } from './integrate/status/agentVersion.ts';
import { checkHooks, type HookCheck } from './integrate/status/checkHooks.ts';
import {
  weekOfDecisions,
  type WeekOfDecisions,
  foreignHooks,
  switchedOff,
  lastCalls,
  wordsOfWeek,
  type LastCall,
  wordsOfCalls,
} from './integrate/status/hookNotes.ts';
import type { Context, CommandRow } from './program.ts';
import { findProject } from './project/findProject.ts';
import { type Session, version } from './session.ts';
import { type Mark, type Terminal, widest } from './terminal.ts';

/** Adds `system status`. It runs installed hooks only with `--check`. */
export const systemCommand: CommandRow = (program, run) =>
  program
    .command('system')
    .description('Show what is installed and whether it works')
    .command('status')
    .description('Show the state of the login and of every file and hook that service-cli installed')
    .option(
      '--check',
      'ask each installed hook a harmless and a harmful question; exits with 1 if one fails, or if the agent does not follow it',
    )
    .action(run(systemStatus));

interface StatusOptions {
  readonly check?: true;
}

export interface StatusRow extends ComponentStatus {
  readonly editor: string;
  readonly title?: string;
  readonly scope: Scope;
  readonly root: string;
  readonly fix?: string;
  /** The version of the agent, where its hooks are known to depend on it or a version was tested. */
  readonly version?: string;
  /** The denials and masked outputs of its hooks in the last seven days, in all folders. */
  readonly week?: WeekOfDecisions;
  /** When the agent called each hook last; of installed secrets hooks. */
  readonly lastCalls?: readonly LastCall[];
  readonly checks?: readonly HookCheck[];
  /** A sentence for each reason for which the agent does not follow the installed hooks: a setting, or its version. */
  readonly switchedOff?: readonly string[];
  /** Sentences for the user about installed hooks, those of `switchedOff` included. */
  readonly notes?: readonly string[];
  /** A sentence about the agent's behavior when an installed hook fails. */
  readonly whenHookFails?: string;
}

/** Prints whether each file and hook is present and sound, without the network; `auth status` asks the platform. */
async function systemStatus({ session, terminal }: Context, { check }: StatusOptions): Promise<ExitCode> {
  const { env } = terminal.host;
  const { state } = await readState(session.home.state);
  const source =
    variable(env, neutralBrand.environment.token) === undefined ? state.login?.storedIn : 'environment';
  const auth = { authenticated: source !== undefined, ...(source !== undefined && { source }) };
  const inspected = await inspectIntegrations(session, state, check === true);
  const rows = withDuplicates(inspected.rows);
  const found = inspected.found.map(({ id }) => id);
  terminal.answer({ version, home: session.home.directory, auth, found, integrations: rows }, () =>
    [
      `service-cli ${version}, files in ${session.home.directory}`,
      `Login: ${source === undefined ? 'none' : `token in ${tokenSources[source]}`}`,
      ...statusText(rows, found, inspected.project, terminal),
    ].join('\n'),
  );
  const isFailed = (row: StatusRow): boolean =>
    isIneffective(row) || row.checks?.some(({ result }) => result === 'failed') === true;
  return check && rows.some(isFailed) ? exitCodes.failed : exitCodes.fine;
}

/** Whether a component is installed and has no effect. */
export function isIneffective({ status, switchedOff }: StatusRow): boolean {
  return status === 'CONFIGURED / INVALID CONFIG' || switchedOff !== undefined;
}

/** Adds a note to hooks of a project that the user's hooks of the same agent repeat. */
function withDuplicates(rows: readonly StatusRow[]): StatusRow[] {
  return rows.map((row) => {
    const isRepeated =
      isInstalledHook(row) &&
      row.scope === 'project' &&
      rows.some(
        (other) => isInstalledHook(other) && other.scope !== 'project' && other.editor === row.editor,
      );
    const note = `Also installed for all projects, so each event is checked twice. Remove one: service-cli integrate ${row.editor} --remove`;
    return isRepeated ? { ...row, notes: [...(row.notes ?? []), note] } : row;
  });
}

/**
 * Returns the agents that were found, and the rows for this project, the home folder, the machine and every recorded
 * folder. A component that is not present has a row for each of these agents, or for the first agent if none was found.
 */
export async function inspectIntegrations(session: Session, state: CliState, check: boolean) {
  const { env } = session.terminal.host;
  const cwd = await realpath(session.terminal.host.cwd);
  const project = await findProject(cwd, (root) => rememberedKey(state, root));
  const known = platformOf({ env, login: state.login });
  const platform = 'problem' in known ? undefined : known;
  const rows: StatusRow[] = [];
  const found = findAgents(env, project.root);
  const named = new Set(found.length > 0 ? found : agents.slice(0, 1));
  const home = homeOf(env);
  // The global files are in the home folder, so there they would be taken for broken ones of a project.
  const isHome = project.root === (await realpath(home));
  const here: readonly PlaceOnDisk[] = [
    ...(isHome ? [] : [{ scope: 'project', root: project.root } as const]),
    { scope: 'global', root: home },
    { scope: 'system', root: session.systemRoot },
  ];
  const decisions = weekOfDecisions(session.home, Date.now());
  const bytes: InspectOptions['bytes'] = new Map();
  for (const editor of agents) {
    let examined: ReturnType<typeof examineVersion> | undefined;
    const options: InspectOptions = {
      check,
      bytes,
      roots: [project.root, home],
      week: decisions.get(editor.id),
      // It may start the agent, so once for all places, and only for installed hooks.
      version: () => (examined ??= examineVersion(editor, project.root)),
    };
    for (const { scope, root } of placesOf(editor, state, here)) {
      for (const row of await inspectPlace(session, { editor, scope, root, platform }, options))
        if (row.status !== 'NOT CONFIGURED' || (named.has(editor) && scope !== 'system')) rows.push(row);
    }
  }
  const bare = await bareWorktrees(session, rows, { root: project.root, platform });
  const all = rows.concat(bare, await gitStatus(session, state, cwd));
  return { found, project: project.root, rows: all };
}

/** Returns a row for each working tree that lacks the hooks of another: git copies no ignored files to a new one. */
async function bareWorktrees(
  session: Session,
  rows: readonly StatusRow[],
  { root: open, platform }: Pick<LayoutInput, 'root' | 'platform'>,
): Promise<StatusRow[]> {
  const worktrees = await gitWorktrees(open);
  if (worktrees.length < 2) return [];
  const bare: StatusRow[] = [];
  for (const editor of agents) {
    const isElsewhere = rows.some(
      (row) => row.editor === editor.id && isInstalledHook(row) && row.scope !== 'project',
    );
    if (isElsewhere || !editor.hooks?.places.project) continue;
    const states = await Promise.all(
      worktrees.map(async (root) => {
        const layout = await layoutOf(session, { editor, scope: 'project', root, platform });
        return { root, status: inspectComponent('secretsHooks', layout, await readFiles(layout)) };
      }),
    );
    const isMissing = ({ status }: (typeof states)[number]): boolean => status?.status === 'NOT CONFIGURED';
    if (states.every(isMissing)) continue;
    for (const { root, status } of states.filter(isMissing)) {
      const why = `This git worktree has no hooks of ${editor.title}, unlike another one. Run there: service-cli integrate ${editor.id}`;
      if (status)
        bare.push({
          editor: editor.id,
          title: editor.title,
          scope: 'project',
          root,
          ...status,
          switchedOff: [why],
          notes: [why],
        });
    }
  }
  return bare;
}

const isInstalledHook = ({ component, status }: StatusRow): boolean =>
  component === 'secretsHooks' && status !== 'NOT CONFIGURED';

interface PlaceOnDisk {
  readonly scope: Scope;
  readonly root: string;
}

function placesOf(editor: AgentLayout, state: CliState, here: readonly PlaceOnDisk[]): PlaceOnDisk[] {
  const recorded = (state.integrations?.installed ?? []).filter(
    ({ integration }) => integration === editor.id,
  );
  const isHere = ({ scope, root }: PlaceOnDisk): boolean =>
    here.some((place) => place.scope === scope && isSamePath(place.root, root));
  return [...here, ...recorded.filter((place) => !isHere(place))];
}

interface InspectOptions {
  readonly check: boolean;
  /** The files that were read: each agent in each scope has the same handler. */
  readonly bytes: Map<string, Uint8Array | undefined>;
  readonly roots: readonly [project: string, home: string];
  readonly week: WeekOfDecisions | undefined;
  /** Returns what the installed version of the agent means for its hooks. */
  readonly version: () => ReturnType<typeof examineVersion>;
}

async function inspectPlace(
  session: Session,
  place: LayoutInput,
  options: InspectOptions,
): Promise<StatusRow[]> {
  const { editor, scope, root } = place;
  const layout = await layoutOf(session, place);
  const files = await readFiles(layout, options.bytes);
  const rows: StatusRow[] = [];
  for (const component of components) {
    const status = inspectComponent(component, layout, files);
    if (!status) continue;
    const isBroken = status.status === 'CONFIGURED / INVALID CONFIG';
    const isHooked = component === 'secretsHooks' && status.status !== 'NOT CONFIGURED';
    // Only scripts that are byte for byte ours are run.
    const check = options.check && !isBroken;
    rows.push({
      editor: editor.id,
      title: editor.title,
      scope,
      root,
      ...status,
      ...(isBroken && { fix: fixOf({ editor: editor.id, scope, root }) }),
      ...(isHooked && (await inspectHooks(session, layout, files, { ...options, check }))),
    });
  }
  return rows;
}

async function inspectHooks(
  session: Session,
  layout: Layout,
  files: Files,
  { check, roots, week, version: examine }: InspectOptions,
): Promise<Partial<StatusRow>> {
  const { editor } = layout;
  const { version, unguarded, notes: versionNotes } = await examine();
  const off = [...(await switchedOff(layout, roots)), ...(unguarded === undefined ? [] : [unguarded])];
  const notes = [...off, ...foreignHooks(layout, files), ...versionNotes];
  const whenHookFails = wordsOfFailure(editor);
  return {
    ...(version !== undefined && { version }),
    lastCalls: lastCalls(session.home, editor),
    ...(week && { week }),
    ...(check && { checks: await checkHooks(layout, session.terminal.host.env) }),
    ...(off.length > 0 && { switchedOff: off }),
    ...(notes.length > 0 && { notes }),
    ...(whenHookFails !== undefined && { whenHookFails }),
  };
}

const marks: Readonly<Record<StatusRow['status'], Mark>> = {
  CONFIGURED: 'ok',
  'NOT CONFIGURED': 'none',
  'CONFIGURED / INVALID CONFIG': 'failed',
};

/** Returns a line per component, then notes. Agents that are not `found` have a line only for what is installed. */
function statusText(
  rows: readonly StatusRow[],
  found: readonly string[],
  project: string,
  terminal: Terminal,
): string[] {
  const isShown = ({ editor, status, notes }: StatusRow): boolean =>
    status !== 'NOT CONFIGURED' || notes !== undefined || editor === 'git' || found.includes(editor);
  const lines = rows.filter(isShown).map((row) => ({
    row,
    agent: row.title ?? (row.editor === 'git' ? 'Git' : row.editor),
    place: placeOf(row, project),
    state: `${componentTitles[row.component]}: ${row.status}`,
  }));
  const agentWidth = widest(lines.map(({ agent }) => agent));
  const stateWidth = widest(lines.map(({ state }) => state));
  return [
    ...lines.map(({ row: { status, switchedOff }, agent, place, state }) => {
      const mark = terminal.mark(switchedOff === undefined ? marks[status] : 'failed');
      return `${mark} ${agent.padEnd(agentWidth)}  ${state.padEnd(stateWidth)}  ${place}`;
    }),
    ...lines.flatMap(({ row, agent, place }) => {
      const notes = notesOf(row, terminal);
      const heading = terminal.paint('bold', `${agent}, ${place}: ${componentTitles[row.component]}`);
      return notes.length === 0 ? [] : ['', heading, ...notes.map((note) => `  ${note}`)];
    }),
    ...(rows.every(({ status }) => status === 'NOT CONFIGURED')
      ? ['Nothing is installed. To select agents, run: service-cli integrate']
      : []),
  ];
}

function placeOf({ scope, root }: StatusRow, project: string): string {
  if (scope === 'system') return 'this machine';
  if (scope === 'global') return 'all projects';
  return root === project ? 'this project' : printable(root);
}

function notesOf(row: StatusRow, terminal: Terminal): string[] {
  const { items, fix, lastCalls, week, checks = [], switchedOff = [], notes = [], whenHookFails } = row;
  const isBroken = row.status === 'CONFIGURED / INVALID CONFIG';
  const broken = isBroken ? items.filter((item) => item.status !== 'CONFIGURED') : [];
  return [
    ...broken.map(({ path, part, status: its, reason }) =>
      printable(`${path}${part === '' ? '' : ` (${part})`}: ${reason ?? its}`),
    ),
    ...(fix === undefined ? [] : [printable(fix)]),
    ...(lastCalls === undefined ? [] : [wordsOfCalls(lastCalls)]),
    ...(week === undefined ? [] : [printable(wordsOfWeek(week))]),
    ...checks.map(
      ({ event, result, reason }) =>
        `${terminal.mark(checkMarks[result])} ${event}: ${result}${reason === undefined ? '' : ` (${reason})`}`,
    ),
    ...notes.map((note) =>
      switchedOff.includes(note) ? terminal.paint('red', printable(note)) : printable(note),
    ),
    ...(whenHookFails === undefined ? [] : [whenHookFails]),
  ];
}

const checkMarks: Readonly<Record<HookCheck['result'], Mark>> = {
  passed: 'ok',
  failed: 'failed',
  skipped: 'none',
};
