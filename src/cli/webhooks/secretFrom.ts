import { invalidOptions } from '../exitCodes.ts';

/**
 * Returns the secret in an environment variable.
 *
 * @throws {CliError} when the variable is not set.
 */
export function secretFrom(env: NodeJS.ProcessEnv, name: string): string {
  const secret = env[name];
  if (!secret) throw invalidOptions(`the variable ${name} that --secret-env names is not set`);
  return secret;
}
