import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findBoundProject } from '../../core/api/projectBindings.ts';
import { showProject } from '../../core/api/components.ts';
import { Failure } from '../../core/failures.ts';
import { apiOf, type Credential } from '../../node/credentials/credentials.ts';
import { gitRemote } from '../../node/process/repository.ts';
import { readState, rememberedKey } from '../../node/credentials/cliState.ts';
import { findProject, type LocalProject } from '../project/findProject.ts';
import type { Session } from '../session.ts';
import { scopeNotFound } from '../failedCall.ts';
import { failedRequest } from '../words.ts';
import { type AuthState, checkAuth, describeAuth } from '../auth/status.ts';
import { logIn, wordsOfLogin } from '../auth/login.ts';
import { CliError } from '../exitCodes.ts';
import type { Context } from '../program.ts';
import type { AgentLayout } from '../../agents/agent.ts';
import { agents } from '../../agents/agents.ts';
import { homeOf } from '../../node/files/serviceHome.ts';
import { isExecutable, isOnPath } from '../../node/process/findProgram.ts';

/** Finds the project of a folder without the network. The state has the keys that earlier runs found, by folder. */
export async function discoverProject({ home }: Session, cwd: string): Promise<LocalProject> {
  const { state } = await readState(home.state);
  return findProject(cwd, (root) => rememberedKey(state, root));
}

/** Finds the project as `discoverProject` does; if no file names it, asks the platform for that of the git remote. */
export async function discoverProjectOnline(
  session: Session,
  cwd: string,
  credential: Credential,
): Promise<LocalProject> {
  const project = await discoverProject(session, cwd);
  if (project.key !== undefined) return project;
  const remote = await gitRemote(project.root);
  const key = remote === undefined ? undefined : await findBoundProject(apiOf(credential, session), remote);
  return key === undefined ? project : { ...project, key, source: 'the git remote' };
}

/** @throws {CliError} that says why the token cannot see the project. */
export async function checkProject(session: Session, credential: Credential, key: string): Promise<void> {
  try {
    await showProject(apiOf(credential, session), key);
  } catch (cause) {
    if (!Failure.is(cause)) throw cause;
    const { baseUrl } = credential.platform;
    if (cause.code === 'notFound' || cause.code === 'forbidden')
      throw scopeNotFound({ project: key }, baseUrl, cause);
    throw failedRequest(cause, baseUrl);
  }
}

export interface Health {
  readonly credential: Credential;
  /** The version of a server; undefined for the cloud. */
  readonly version: string | undefined;
}

/**
 * Returns a credential that the platform accepts; undefined in a dry run without one, after a warning: nothing is written
 * then, so no login is needed.
 *
 * @param isInteractive The user may log in again, with three tokens at most.
 * @throws {CliError} that says what is wrong with the credential.
 */
export async function findHealth(
  context: Context,
  { isInteractive, dryRun }: { readonly isInteractive: boolean; readonly dryRun: boolean },
): Promise<Health | undefined> {
  const { terminal, session, prompts } = context;
  const first = await terminal.during('Contacting the platform', checkAuth(session));
  const health = healthOf(first);
  if (health) return health;
  if (dryRun && canBeRepaired(first)) {
    terminal.warn(
      `${describeAuth(first).message} Installed hooks deny everything until you log in: service-cli auth login`,
    );
    return undefined;
  }
  if (!isInteractive || !canBeRepaired(first)) throw failure(first);
  terminal.warn(describeAuth(first).message);
  if (!(await prompts.confirm('Log in now? No ends the command and installs nothing.', true)))
    throw failure(first);
  const platform = 'credential' in first ? first.credential.platform : undefined;
  const { url, person } = await logIn(context, {
    ...(platform && { url: platform.baseUrl }),
    ...(platform?.organization !== undefined && { org: platform.organization }),
  });
  terminal.say(`  ${wordsOfLogin(url, person)}`);
  const second = await checkAuth(session);
  const repaired = healthOf(second);
  if (!repaired) throw failure(second);
  return repaired;
}

function healthOf(auth: AuthState): Health | undefined {
  return 'connection' in auth && auth.connection.state === 'connected'
    ? { credential: auth.credential, version: auth.connection.version }
    : undefined;
}

function canBeRepaired(auth: AuthState): boolean {
  const state = 'problem' in auth ? auth.problem : auth.connection.state;
  return ['notLoggedIn', 'tokenMissing', 'tokenRefused', 'wrongTokenKind'].includes(state);
}

function failure(auth: AuthState): CliError {
  const { message, fix } = describeAuth(auth);
  return new CliError(message, { fix });
}

/** Returns the agents with a folder in the project or in the user's home, or a program on the PATH. */
export function findAgents(env: NodeJS.ProcessEnv, project: string): AgentLayout[] {
  const roots = [project, homeOf(env)];
  const search = { platform: process.platform, env, isExecutable };
  return agents.filter(
    ({ traces }) =>
      traces.folders.some((folder) => roots.some((root) => existsSync(join(root, folder)))) ||
      traces.programs.some((name) => isOnPath(name, search)),
  );
}
