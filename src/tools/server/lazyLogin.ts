import type { LoggedIn } from '../definition/access.ts';

/** Returns a function that finds the login of the user with this environment. The first call loads the code. */
export function lazyLogin(env: NodeJS.ProcessEnv): () => Promise<LoggedIn | undefined> {
  return () => import('../chunks/cliLogin.ts').then(({ findLogin }) => findLogin(env));
}
