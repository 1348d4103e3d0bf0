/** A variable that is set to something; shells can't always unset one, so empty counts as absent. */
export function variable(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name];
  return value === '' ? undefined : value;
}
