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

/** Finds the project of a folder without the network. The state has the keys that earlier runs found, by folder. */
export async function discoverProject({ home }: Session, cwd: string): Promise<LocalProject> {
  const { state } = await readState(home.state);
  return findProject(cwd, (root) => rememberedKey(state, root));
}

/**
 * Finds the project as `discoverProject` does, but asks the platform for the project bound to the git remote when no
 * file names the project.
 */
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
