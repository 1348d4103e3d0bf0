import { invalidOptions } from '../exitCodes.ts';

/** The secret that a variable holds. */
export function secretFrom(env: NodeJS.ProcessEnv, name: string): string {
  const secret = env[name];
  if (!secret) throw invalidOptions(`the variable ${name} that --secret-env names is not set`);
  return secret;
}
