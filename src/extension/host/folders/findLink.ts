/**
 * Looks for a symbolic link between a folder and a file below it.
 *
 * @param root Path of the folder, with `/`. Links that lead to the folder are not checked, because the user opened it.
 * @param path Path of the file, below `root`.
 * @param isLink Whether a path is a symbolic link; false for a path that does not exist.
 * @returns The path of the outermost link: the file itself or a folder on the way to it. Undefined without a link.
 * @throws {RangeError} for a path that is not below `root`.
 */
export async function findLink(
  root: string,
  path: string,
  isLink: (path: string) => Promise<boolean>,
): Promise<string | undefined> {
  const places = placesBelow(root.replace(/\/+$/, ''), path);
  // All paths are checked in parallel: the folder may be on another machine, where each check takes time.
  const links = await Promise.all(places.map(isLink));
  return places.find((_, index) => links[index]);
}

/** Returns the folders on the way to a file, outermost first, and the file. */
function placesBelow(root: string, path: string): readonly string[] {
  const parts = path.slice(root.length + 1).split('/');
  // On Windows the same drive or folder may be written in another case. The editor decides to which folder a file
  // belongs.
  const isBelow = path.toLowerCase().startsWith(`${root}/`.toLowerCase());
  if (!isBelow || parts.some((part) => part === '' || part === '.' || part === '..'))
    throw new RangeError(`${path} is not below ${root}/`);
  const start = path.slice(0, root.length);
  return parts.map((_, index) => [start, ...parts.slice(0, index + 1)].join('/'));
}
