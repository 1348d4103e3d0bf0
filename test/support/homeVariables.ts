/** Returns the variables in which a program finds the home folder of its user, on every system. */
export function homeVariables(folder: string): { readonly HOME: string; readonly USERPROFILE: string } {
  return { HOME: folder, USERPROFILE: folder };
}
