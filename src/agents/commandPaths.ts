import { resolve, sep } from 'node:path';

const throughProcess = String.raw`^\/+proc\/+[^/]+\/+(?:task\/+[^/]+\/+)?`;
const workingFolder = new RegExp(String.raw`${throughProcess}cwd(?=\/|$)`);
const rootFolder = new RegExp(String.raw`${throughProcess}root(?=\/|$)`);

/**
 * Returns a path as the system names it, which may be a pattern: a file of a process (`/proc/self/cwd/a`) is one in the
 * folder in which the process runs, and in a POSIX shell on Windows, which has these links too, `/c/a` is `c:/a`.
 */
export function systemPath(path: string, isWindows = sep === '\\'): string {
  const named = path.replace(workingFolder, '.').replace(rootFolder, isWindows ? '' : '/');
  return isWindows ? named.replace(/^\/(?:cygdrive\/)?([a-z])(?:\/|$)/i, '$1:/') : named;
}

/** Whether a path leads through the process that reads it. */
export function isOwnProcess(path: string): boolean {
  return /^\/+proc\/+(?:self|thread-self)\//.test(path);
}

export function placeIn(folder: string, path: string): string {
  return resolve(folder, systemPath(path));
}

/** Returns the root of a pattern, or '' for a relative one. A backslash is an escape, also on Windows, and no root. */
export function rootOf(pattern: string, isWindows = sep === '\\'): string {
  const expression = isWindows ? /^(?:[a-z]:\/?|\/\/[^/]+\/[^/]+\/?|\/)/i : /^\//;
  return expression.exec(pattern)?.[0] ?? '';
}

/** Names of files that are likely to contain secrets. */
const likely =
  /^\.env|secret|credential|token|passw|\.(?:pem|key|env|p12|npmrc|netrc|pypirc|tfvars|properties|ya?ml|json|toml|ini|cfg|conf)$|^\.(?:npmrc|netrc|pypirc|git-credentials)$|^id_/i;

/** Whether a file is likely to contain secrets, so that a search looks into it first. */
export function isLikely(name: string): boolean {
  return likely.test(name);
}
