import type { LoggedIn } from '../definition/access.ts';

/** The login of the person with this environment, whose code is loaded where it is asked for. */
export function lazyLogin(env: NodeJS.ProcessEnv): () => Promise<LoggedIn | undefined> {
  return () => import('../chunks/cliLogin.ts').then(({ findLogin }) => findLogin(env));
}
