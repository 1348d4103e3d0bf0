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
  if (folder.scheme !== file.scheme || folder.authority !== file.authority) return undefined;
  const start = folder.path.endsWith('/') ? folder.path : `${folder.path}/`;
  if (file.path === folder.path || file.path === start) return '';
  const path = file.path.slice(start.length).replace(/\/$/u, '');
  return file.path.startsWith(start) && isPathBelow(path) ? path : undefined;
}

/**
 * Whether a relative path, which may come from a platform or a model, stays below its folder. It refuses half of a
 * surrogate pair: the editor throws when it writes the address of such a file.
 */
export function isPathBelow(path: string): boolean {
  const isName = (part: string): boolean => part !== '' && part !== '.' && part !== '..';
  return !/[\\\p{Surrogate}]/u.test(path) && path.split('/').every(isName);
}
