/** The parts of a URI that say where a file is. */
interface Place {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
}

/**
 * Returns the path of a file below a folder, with slashes; empty for the folder itself. Undefined for a file elsewhere,
 * also for one whose path begins with that of the folder and leads out of it.
 */
export function pathBelow(folder: Place, file: Place): string | undefined {
  if (folder.scheme !== file.scheme || folder.authority.toLowerCase() !== file.authority.toLowerCase())
    return undefined;
  const [top, found] = [withSmallDrive(folder.path), withSmallDrive(file.path)];
  const start = top.endsWith('/') ? top : `${top}/`;
  if (found === top || found === start) return '';
  const path = found.slice(start.length).replace(/\/$/u, '');
  return found.startsWith(start) && isPathBelow(path) ? path : undefined;
}

/** Programs write the letter of a drive of Windows in both ways. */
const withSmallDrive = (path: string): string =>
  path.replace(/^\/[A-Z](?=:)/u, (drive) => drive.toLowerCase());

/** Whether a relative path, which may come from a platform or a model, stays below its folder. */
export function isPathBelow(path: string): boolean {
  const isName = (part: string): boolean => part !== '' && part !== '.' && part !== '..';
  // The editor throws when it writes the address of a file with half of a surrogate pair.
  return !/[\\\p{Surrogate}]/u.test(path) && path.split('/').every(isName);
}

/** Whether a URI is the other one or below it; both as text. */
export function isAtOrBelow(uri: string, other: string): boolean {
  return uri === other || uri.startsWith(`${other}/`);
}
