/** Returns the value of a variable. An empty value is treated as absent, because some shells cannot unset a variable. */
export function variable(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name];
  return value === '' ? undefined : value;
}
