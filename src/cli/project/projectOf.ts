import { realpath } from 'node:fs/promises';
import { CliError } from '../exitCodes.ts';
import { findProject } from './findProject.ts';

/**
 * Returns the project that the user names, otherwise the one that the working folder is bound to.
 *
 * @throws {CliError} where neither is known.
 */
export async function projectOf(cwd: string, given: string | undefined): Promise<string> {
  const key = given ?? (await findProject(await realpath(cwd))).key;
  if (key !== undefined) return key;
  throw new CliError('No project is configured.', {
    fix: 'Pass --project KEY, or bind this folder to a project: service-cli link --project KEY.',
  });
}
