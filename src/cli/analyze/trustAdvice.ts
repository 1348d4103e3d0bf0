import type { Distrust, ProjectPolicy } from './projectPolicy.ts';

/** Returns why a policy does not count, and what the user can do: two sentences for the user, also read by agents. */
export function trustAdvice({ file, folder }: ProjectPolicy, distrust: Distrust): string {
  return distrust === 'noConsent'
    ? `${file} would allow it, but the user has not agreed to that policy. The user can agree in a terminal: ${trustCommand(folder)}`
    : `${file} would allow it, but other users can write there. Make the file and its folders the user's own.`;
}

/** Returns the command line by which the user agrees to the policy of a folder. */
export function trustCommand(folder: string): string {
  return `service-cli policy trust ${quoted(folder)}`;
}

function quoted(path: string): string {
  return /^[\w./\\:-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
