/** Returns the variables in which a program finds the home folder of its user, on every system. */
export function homeVariables(folder: string): { readonly HOME: string; readonly USERPROFILE: string } {
  return { HOME: folder, USERPROFILE: folder };
}

/** Runs `use` with the variables in this process, for code that reads them here. */
export async function withHome(folder: string, use: () => Promise<void>): Promise<void> {
  const { HOME, USERPROFILE } = process.env;
  Object.assign(process.env, homeVariables(folder));
  try {
    await use();
  } finally {
    for (const [name, value] of Object.entries({ HOME, USERPROFILE }))
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
  }
}
