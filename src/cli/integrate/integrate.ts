import { accessSync, constants, existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { neutralBrand } from '../../core/brand.ts';
import { Failure } from '../../core/failures.ts';
import { readState } from '../../node/credentials/cliState.ts';
import { variable } from '../../node/environment.ts';
import { homeOf } from '../../node/files/serviceHome.ts';
import { CliError, type ExitCode, exitCodes, invalidOptions } from '../exitCodes.ts';
import { takeFromIgnoreLists } from '../ignoreLists.ts';
import type { IntegrateOptions } from '../options.ts';
import type { Context } from '../program.ts';
import { version } from '../session.ts';
import { apply, recoverKilledRun, readFiles } from './apply.ts';
import { askDecisions, askScope, confirmChanges, decideAll, type Outcome, plannedWords } from './ask.ts';
import { type Component, components, type Scope, type AgentLayout } from '../../agents/agent.ts';
import { checkProject, discoverProject, discoverProjectOnline, findHealth } from './discovery.ts';
import { platformFacts } from '../project/platformFacts.ts';
import { eligibilityOf } from '../../core/agentFeatures.ts';
import { hasSessionHook, type Proposal, proposalsFor, warningsFor } from './proposals.ts';
import { examineVersion } from './status/agentVersion.ts';
import type { Layout } from './layout.ts';
import { layoutOf } from './layoutOf.ts';
import { allResources, inspectComponent } from './plan.ts';
import { findInstallation, idOf } from './record.ts';
import { type Planned, report } from './report.ts';

/** Installs, repairs or removes the hooks, rules and tool server of an editor's agent. */
export async function integrate(
  context: Context,
  editor: AgentLayout,
  options: IntegrateOptions,
): Promise<ExitCode> {
  checkOptions(options);
  if (options.dryRun !== true) await recoverKilledRun(context.session.home);
  const isInteractive = mayAsk(context, options);
  const scope = await chooseScope(context, options, isInteractive);
  const input = { editor, scope, options, isInteractive };
  const examined = await examine(context, input);
  const planned = await planFor(context, input, examined);
  if (isInteractive && examined)
    await confirmChanges(context, plannedWords(planned.outcomes, planned.proposals));
  return finish(context, planned);
}

/**
 * Installs or removes everything possible for several agents, without a question per component. An agent whose files
 * cannot be edited does not keep the others from theirs.
 *
 * @returns The exit code of the first agent that failed.
 */
export async function integrateSeveral(
  context: Context,
  editors: readonly AgentLayout[],
  { options, scope, isInteractive }: Omit<PlanInput, 'editor'>,
): Promise<ExitCode> {
  checkOptions(options);
  const { terminal } = context;
  if (options.dryRun !== true) await recoverKilledRun(context.session.home);
  const examined = await examine(context, { scope, options, isInteractive });
  let exitCode: ExitCode = exitCodes.fine;
  const orFail = async <T>(editor: AgentLayout, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (!Failure.is(error) && !(error instanceof CliError)) throw error;
      terminal.fail(`${editor.title}: ${error.message}`, error instanceof CliError ? error.fix : undefined);
      exitCode = exitCodes.failed;
      return undefined;
    }
  };
  const plans: Planned[] = [];
  for (const editor of editors) {
    const input = { editor, scope, options, isInteractive: false };
    const planned = await orFail(editor, () => planFor(context, input, examined));
    if (planned) plans.push(planned);
  }
  const lines = plans.map(
    ({ layout, outcomes, proposals }) =>
      `${layout.editor.title}: ${plannedWords(outcomes, proposals).join('; ')}`,
  );
  if (isInteractive) await confirmChanges(context, lines);
  for (const planned of plans) await orFail(planned.layout.editor, () => finish(context, planned));
  return exitCode;
}

function checkOptions({ project, global, system }: IntegrateOptions): void {
  if ([project !== undefined, global, system].filter((given) => given === true).length > 1)
    throw invalidOptions('--project, --global and --system cannot be combined');
  if (project === '') throw invalidOptions('--project must not be empty');
}

/** Whether the run may ask questions. A token in the environment means an automated run, which must not ask. */
export function mayAsk({ terminal }: Context, { nonInteractive, dryRun }: IntegrateOptions): boolean {
  if (nonInteractive === true || dryRun === true) return false;
  return terminal.isInteractive && variable(terminal.host.env, neutralBrand.environment.token) === undefined;
}

/** Returns the scope that the options name (first system, then global), else the user; `project` without a terminal. */
export async function chooseScope(
  context: Context,
  { global, system, project, remove }: IntegrateOptions,
  isInteractive: boolean,
): Promise<Scope> {
  if (system === true) return 'system';
  if (global === true) return 'global';
  return project === undefined && isInteractive ? askScope(context, remove === true) : 'project';
}

interface PlanInput {
  readonly editor: AgentLayout;
  readonly scope: Scope;
  readonly options: IntegrateOptions;
  readonly isInteractive: boolean;
}

function planFor(context: Context, input: PlanInput, examined: Examined | undefined): Promise<Planned> {
  if (examined) return planInstallation(context, input, examined);
  return input.scope === 'system' ? planSystem(context, input) : planRemoval(context, input);
}

async function planInstallation(
  context: Context,
  { editor, scope, options, isInteractive }: PlanInput,
  { project, credential, eligibility, keyToRemember }: Examined,
): Promise<Planned> {
  const { terminal, session } = context;
  const cwd = await realpath(terminal.host.cwd);
  const root = scope === 'global' ? homeOf(terminal.host.env) : project.root;
  const path = join(project.root, '.agents/skills/sonar-context-augmentation/SKILL.md');
  // The hook replaces the skill of an earlier version only when the command runs in the project's folder.
  const leftoverSkill = cwd === project.root ? { path, project: project.root } : undefined;
  const { platform } = credential ?? {};
  const layout = await layoutOf(session, { editor, scope, root, platform, leftoverSkill });
  const global = await layoutOf(session, { editor, scope: 'global', root: homeOf(terminal.host.env) });
  const proposals = proposalsFor({
    editor,
    scope,
    cliVersion: version,
    statusOf: await statusReader(layout),
    hasGlobalSecretsHook: (await statusReader(global))('secretsHooks') === 'CONFIGURED',
    eligibility,
  });
  await sayUpgrade(context, layout);
  const outcomes = isInteractive ? await askDecisions(context, proposals) : decideAll(proposals);
  const installs = installsOf(outcomes);
  for (const warning of warningsFor(installs, layout, credential?.source)) terminal.warn(warning);
  if (installs.has('secretsHooks')) {
    const { unguarded } = await examineVersion(editor, project.root);
    if (unguarded !== undefined) terminal.warn(unguarded);
  }
  const projectKey = scope === 'project' ? keyToRemember : undefined;
  return { layout, outcomes, proposals, options, projectKey };
}

function installsOf(outcomes: readonly Outcome[]): ReadonlySet<Component> {
  return new Set(outcomes.filter(({ action }) => action === 'install').map(({ component }) => component));
}

type Examined = NonNullable<Awaited<ReturnType<typeof examine>>>;

/**
 * Finds the project, and checks the token, the organization and the project. A dry run needs no login: it shows what
 * does not depend on the platform.
 *
 * @returns Undefined for a removal and for machine-wide files, which need none of it.
 */
async function examine(context: Context, { scope, options, isInteractive }: Omit<PlanInput, 'editor'>) {
  if (options.remove === true || scope === 'system') return undefined;
  const { terminal, session } = context;
  const detail = (line: string): void => {
    if (options.verbose === true) terminal.say(line);
  };
  const cwd = await realpath(terminal.host.cwd);
  const local = await discoverProject(session, cwd);
  detail(`Project folder: ${local.root}`);
  const health = await findHealth(context, { isInteractive, dryRun: options.dryRun === true });
  if (!health) {
    const reason = 'without a login it is not known whether the platform has it';
    const eligibility = { eligible: false, reason } as const;
    return { project: local, credential: undefined, eligibility, keyToRemember: options.project };
  }
  const { credential, version: serverVersion } = health;
  detail(`Connected to ${credential.platform.baseUrl}`);
  const found = local.key === undefined ? await discoverProjectOnline(session, cwd, credential) : local;
  const key = options.project ?? found.key;
  if (key === undefined)
    terminal.warn('No project is configured here. Agent features stay silent until you configure one.');
  else {
    await terminal.during('Checking the project', checkProject(session, credential, key));
    const source = options.project === undefined ? found.source : undefined;
    terminal.say(`Project: ${key}${source === undefined ? '' : ` (from ${source})`}`);
  }
  return {
    project: found,
    credential,
    eligibility: eligibilityOf(await platformFacts(session, credential, serverVersion)),
    // A key that no file of the folder names. It is stored for the hooks, which cannot ask the platform.
    keyToRemember: options.project ?? (local.key === undefined ? found.key : undefined),
  };
}

async function planRemoval(
  { session, terminal }: Context,
  { editor, scope, options }: PlanInput,
): Promise<Planned> {
  const project = await discoverProject(session, await realpath(terminal.host.cwd));
  const root = scope === 'global' ? homeOf(terminal.host.env) : project.root;
  const layout = await layoutOf(session, { editor, scope, root });
  const statusOf = await statusReader(layout);
  const proposals = components.map((component): Proposal => ({
    component,
    status: statusOf(component) ?? 'NOT CONFIGURED',
    skip: undefined,
  }));
  return { layout, outcomes: removeEverything, proposals, options, removedFrom: project.root };
}

const removeEverything: readonly Outcome[] = components.map((component) => ({ component, action: 'remove' }));

/** Plans the machine-wide hooks, which apply to all users. They need no login of the administrator. */
async function planSystem({ session, terminal }: Context, { editor, options }: PlanInput): Promise<Planned> {
  const layout = await layoutOf(session, { editor, scope: 'system', root: session.systemRoot });
  const statusOf = await statusReader(layout);
  const proposals = proposalsFor({
    editor,
    scope: 'system',
    cliVersion: version,
    statusOf,
    hasGlobalSecretsHook: false,
    eligibility: { eligible: true },
  });
  const outcomes = options.remove === true ? removeEverything : decideAll(proposals);
  const installs = installsOf(outcomes);
  for (const warning of warningsFor(installs, layout, undefined)) terminal.warn(warning);
  if (options.dryRun !== true && installs.size > 0) assertAdministrator(layout);
  return { layout, outcomes, proposals, options };
}

async function finish({ session, terminal }: Context, planned: Planned): Promise<ExitCode> {
  const { layout, options, removedFrom } = planned;
  report(terminal, planned, await apply(session.home, planned));
  if (removedFrom !== undefined && options.dryRun !== true)
    await takeFromIgnoreLists(removedFrom, { agents: [layout.editor.id] });
  return exitCodes.fine;
}

async function statusReader(
  layout: Layout,
): Promise<(component: Component) => Proposal['status'] | undefined> {
  const files = await readFiles(layout);
  return (component) => inspectComponent(component, layout, files)?.status;
}

async function sayUpgrade({ session, terminal }: Context, layout: Layout): Promise<void> {
  const { state } = await readState(session.home.state);
  const recorded = findInstallation(state, idOf(layout))?.cliVersion;
  if (recorded !== undefined && !hasSessionHook(recorded))
    terminal.say('  A hook replaces the agent features of an earlier version.');
}

/** @throws {CliError} unless this user is an administrator: otherwise, any program of the user could replace hooks. */
function assertAdministrator(layout: Layout): void {
  const isRealMachine = layout.root === parse(layout.root).root;
  // On Windows, the folders can be written with the rights of an administrator only.
  const isOther = isRealMachine && process.getuid !== undefined && process.getuid() !== 0;
  const refused = allResources(layout).find(({ path }) => isOther || !isWritable(path));
  if (refused)
    throw new CliError(`${refused.path} cannot be written.`, {
      fix: 'Run this as an administrator, for example with sudo.',
    });
}

function isWritable(path: string): boolean {
  let existing = path;
  while (!existsSync(existing)) existing = dirname(existing);
  try {
    accessSync(existing, constants.W_OK);
    return true;
  } catch {
    // The caller names the path.
    return false;
  }
}
