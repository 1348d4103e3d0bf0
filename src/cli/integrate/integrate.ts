import { accessSync, constants, existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { neutralBrand } from '../../core/brand.ts';
import { Failure } from '../../core/failures.ts';
import { readState } from '../../node/credentials/cliState.ts';
import type { Credential } from '../../node/credentials/credentials.ts';
import { variable } from '../../node/environment.ts';
import { homeOf } from '../../node/files/serviceHome.ts';
import { CliError, type ExitCode, exitCodes, invalidOptions } from '../exitCodes.ts';
import { takeFromIgnoreLists } from '../ignoreLists.ts';
import type { Context } from '../program.ts';
import type { LocalProject } from '../project/findProject.ts';
import { version } from '../session.ts';
import { apply, recoverKilledRun, readFiles } from './apply.ts';
import { askDecisions, askScope, confirmSummary, decideAll, type Outcome } from './ask.ts';
import { type Component, components, type Scope, type AgentLayout } from '../../agents/agent.ts';
import { checkProject, discoverProject, discoverProjectOnline, platformFacts } from './discovery.ts';
import { type Eligibility, eligibilityOf } from '../../core/agentFeatures.ts';
import { replacesLeftoverSkill, wasInstalledAsSkill } from './eligibility.ts';
import { examineVersion } from './status/agentVersion.ts';
import { requireHealth } from './health.ts';
import type { Layout } from './layout.ts';
import { layoutOf } from './layoutOf.ts';
import { allResources, inspectComponent } from './plan.ts';
import { type Proposal, proposalsFor, warningsFor } from './proposals.ts';
import { findInstallation } from './record.ts';
import { report } from './report.ts';

export interface IntegrateOptions {
  readonly project?: string;
  readonly global?: boolean;
  readonly system?: boolean;
  readonly all?: boolean;
  readonly nonInteractive?: boolean;
  readonly remove?: boolean;
  readonly dryRun?: boolean;
}

/**
 * Installs, repairs or removes the hooks, rules and tool server of an editor's agent.
 *
 * @throws {CliError} for options that exclude each other, and when a check or a write fails.
 */
export async function integrate(
  context: Context,
  editor: AgentLayout,
  options: IntegrateOptions,
): Promise<ExitCode> {
  checkOptions(options);
  if (options.dryRun !== true) await recoverKilledRun(context.session.home);
  const isInteractive = mayAsk(context, options);
  if (options.system === true) return integrateSystem(context, editor, options);
  const scope = await chooseScope(context, options, isInteractive);
  if (options.remove === true) return removeAll(context, editor, scope, options);
  const examined = () => examine(context, { options, isInteractive });
  return install(context, { editor, scope, options, isInteractive, examined });
}

interface Several {
  readonly editors: readonly AgentLayout[];
  readonly options: IntegrateOptions;
  readonly scope: Scope;
}

/**
 * Installs or removes everything possible for several agents, without questions. An agent whose files cannot be edited
 * does not keep the others from theirs.
 *
 * @returns The exit code of the first agent that failed.
 * @throws {CliError} as `integrate`, before any agent's files are read.
 */
export async function integrateSeveral(
  context: Context,
  { editors, options, scope }: Several,
): Promise<ExitCode> {
  checkOptions(options);
  if (options.dryRun !== true) await recoverKilledRun(context.session.home);
  let first: Promise<Examined> | undefined;
  const examined = () => (first ??= examine(context, { options, isInteractive: false }));
  if (options.remove !== true && scope !== 'system') await examined();
  let exitCode: ExitCode = exitCodes.fine;
  for (const editor of editors)
    try {
      context.terminal.say(editor.title);
      if (scope === 'system') await integrateSystem(context, editor, options);
      else if (options.remove === true) await removeAll(context, editor, scope, options);
      else await install(context, { editor, scope, options, isInteractive: false, examined });
    } catch (error) {
      if (!Failure.is(error) && !(error instanceof CliError)) throw error;
      context.terminal.fail(`${editor.title}: ${error.message}`, fixOf(error));
      if (exitCode === exitCodes.fine) exitCode = exitCodes.failed;
    }
  return exitCode;
}

function fixOf(error: Error): string | undefined {
  return error instanceof CliError ? error.fix : undefined;
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

/**
 * Returns where to install: what the options say, in the order system, global, project; otherwise what the user
 * answers. Without a terminal it is the project.
 */
export async function chooseScope(
  context: Context,
  { global, system, project, remove }: IntegrateOptions,
  isInteractive: boolean,
): Promise<Scope> {
  if (system === true) return 'system';
  if (global === true) return 'global';
  return project === undefined && isInteractive ? askScope(context, remove === true) : 'project';
}

interface InstallInput {
  readonly editor: AgentLayout;
  readonly scope: Scope;
  readonly options: IntegrateOptions;
  readonly isInteractive: boolean;
  /** The first two phases, which several agents share. */
  readonly examined: () => Promise<Examined>;
}

async function install(context: Context, input: InstallInput): Promise<ExitCode> {
  const { terminal, session } = context;
  const { editor, scope, options, isInteractive, examined } = input;
  const cwd = await realpath(terminal.host.cwd);
  const { project, credential, eligibility, keyToRemember } = await examined();

  terminal.say('3/3 Installation');
  const root = scope === 'global' ? homeOf(terminal.host.env) : project.root;
  const runsInProject = cwd === project.root;
  const path = join(project.root, '.agents/skills/sonar-context-augmentation/SKILL.md');
  const leftoverSkill = replacesLeftoverSkill({ cliVersion: version, runsInProject })
    ? { path, project: project.root }
    : undefined;
  const layout = await layoutOf(session, {
    editor,
    scope,
    root,
    platform: credential.platform,
    leftoverSkill,
  });
  const proposals = proposalsFor({
    editor,
    scope,
    cliVersion: version,
    statusOf: await statusReader(layout),
    hasGlobalSecretsHook: await hasGlobalSecretsHook(context, editor),
    eligibility,
  });
  await sayUpgrade(context, layout);
  const outcomes = isInteractive ? await askDecisions(context, proposals) : decideAll(proposals);
  const installs = outcomes.filter(({ action }) => action === 'install').map(({ component }) => component);
  for (const warning of warningsFor(new Set(installs), layout, credential.source)) terminal.warn(warning);
  if (installs.includes('secretsHooks')) {
    const { unguarded } = await examineVersion(editor, project.root);
    if (unguarded !== undefined) terminal.warn(unguarded);
  }
  if (isInteractive) await confirmSummary(context, outcomes, proposals);
  const projectKey = scope === 'project' ? keyToRemember : undefined;
  return finish(context, { layout, outcomes, proposals, options, projectKey });
}

interface Examined {
  readonly project: LocalProject;
  readonly credential: Credential;
  readonly eligibility: Eligibility;
  /** A key that no file of the folder names. It is stored for the hooks, which cannot ask the platform. */
  readonly keyToRemember: string | undefined;
}

/** Runs the first two phases: finds the project, and checks the token, the organization and the project. */
async function examine(
  context: Context,
  { options, isInteractive }: Pick<InstallInput, 'options' | 'isInteractive'>,
): Promise<Examined> {
  const { terminal, session } = context;
  const cwd = await realpath(terminal.host.cwd);
  terminal.say('1/3 Discovery');
  const local = await discoverProject(session, cwd);
  terminal.say(`  Project folder: ${local.root}`);

  terminal.say('2/3 Health check');
  const { credential, version: serverVersion } = await requireHealth(context, isInteractive);
  terminal.say(`  Connected to ${credential.platform.baseUrl}`);
  const found = local.key === undefined ? await discoverProjectOnline(session, cwd, credential) : local;
  const key = options.project ?? found.key;
  if (key === undefined)
    terminal.warn('No project is configured here. Agent features stay silent until you configure one.');
  else {
    await terminal.during('Checking the project', checkProject(session, credential, key));
    const source = options.project === undefined ? found.source : undefined;
    terminal.say(`  Project: ${key}${source === undefined ? '' : ` (from ${source})`}`);
  }
  return {
    project: found,
    credential,
    eligibility: eligibilityOf(await platformFacts(session, credential, serverVersion)),
    keyToRemember: options.project ?? (local.key === undefined ? found.key : undefined),
  };
}

async function removeAll(
  context: Context,
  editor: AgentLayout,
  scope: Scope,
  options: IntegrateOptions,
): Promise<ExitCode> {
  const { session, terminal } = context;
  const project = await discoverProject(session, await realpath(terminal.host.cwd));
  const root = scope === 'global' ? homeOf(terminal.host.env) : project.root;
  const layout = await layoutOf(session, { editor, scope, root });
  const statusOf = await statusReader(layout);
  const proposals = components.map((component): Proposal => ({
    component,
    status: statusOf(component) ?? 'NOT CONFIGURED',
    skip: undefined,
  }));
  const outcomes = components.map((component): Outcome => ({ component, action: 'remove' }));
  const exitCode = await finish(context, { layout, outcomes, proposals, options, projectKey: undefined });
  if (options.dryRun !== true) await takeFromIgnoreLists(project.root, { agents: [editor.id] });
  return exitCode;
}

/** Installs or removes the machine-wide hooks, which apply to all users. They need no login of the administrator. */
async function integrateSystem(
  context: Context,
  editor: AgentLayout,
  options: IntegrateOptions,
): Promise<ExitCode> {
  const { session, terminal } = context;
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
  const isRemoval = options.remove === true;
  const outcomes = isRemoval
    ? components.map((component): Outcome => ({ component, action: 'remove' }))
    : decideAll(proposals);
  const installs = new Set(
    outcomes.filter(({ action }) => action === 'install').map(({ component }) => component),
  );
  for (const warning of warningsFor(installs, layout, undefined)) terminal.warn(warning);
  if (options.dryRun !== true && installs.size > 0) assertAdministrator(layout);
  return finish(context, { layout, outcomes, proposals, options, projectKey: undefined });
}

interface FinishInput {
  readonly layout: Layout;
  readonly outcomes: readonly Outcome[];
  readonly proposals: readonly Proposal[];
  readonly options: IntegrateOptions;
  readonly projectKey: string | undefined;
}

async function finish(
  { session, terminal }: Context,
  { layout, outcomes, proposals, options, projectKey }: FinishInput,
): Promise<ExitCode> {
  const dryRun = options.dryRun === true;
  const at = new Date().toISOString();
  const changes = await apply({ home: session.home, layout, decisions: outcomes, projectKey, dryRun, at });
  report(terminal, { layout, outcomes, proposals, changes, dryRun });
  return exitCodes.fine;
}

async function statusReader(
  layout: Layout,
): Promise<(component: Component) => Proposal['status'] | undefined> {
  const files = await readFiles(layout);
  return (component) => inspectComponent(component, layout, files)?.status;
}

async function hasGlobalSecretsHook({ session, terminal }: Context, editor: AgentLayout): Promise<boolean> {
  const layout = await layoutOf(session, { editor, scope: 'global', root: homeOf(terminal.host.env) });
  return (await statusReader(layout))('secretsHooks') === 'CONFIGURED';
}

async function sayUpgrade({ session, terminal }: Context, { editor, scope, root }: Layout): Promise<void> {
  const { state } = await readState(session.home.state);
  const recorded = findInstallation(state, { editor: editor.id, scope, root })?.cliVersion;
  if (wasInstalledAsSkill(recorded))
    terminal.say('  A hook replaces the agent features of an earlier version.');
}

/**
 * Checks that this user is an administrator who may write the machine-wide files. If a normal user could, every program
 * of that user could replace the hooks.
 *
 * @throws {CliError} otherwise.
 */
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
