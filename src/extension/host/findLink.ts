/**
 * Looks for a symbolic link between a folder and a file below it.
 *
 * @param root Path of the folder, with `/`. Links that lead to it are not looked for, because the user opened it.
 * @param path Path of the file, below `root`.
 * @param isLink Whether there is a symbolic link at a path; false where there is nothing.
 * @returns The path of the outermost link: the file itself or a folder on the way to it. Undefined where there is none.
 * @throws {RangeError} for a path that is not below `root`.
 */
export async function findLink(
  root: string,
  path: string,
  isLink: (path: string) => Promise<boolean>,
): Promise<string | undefined> {
  const places = placesBelow(root.replace(/\/+$/, ''), path);
  // All together: the folder may be on another machine, where each question takes its time.
  const links = await Promise.all(places.map(isLink));
  return places.find((_, index) => links[index]);
}

/** The folders on the way to a file, outermost first, and the file. */
function placesBelow(root: string, path: string): readonly string[] {
  const parts = path.slice(root.length + 1).split('/');
  // On Windows, names of one folder may differ in case. The editor has decided which folder the file belongs to.
  const isBelow = path.toLowerCase().startsWith(`${root}/`.toLowerCase());
  if (!isBelow || parts.some((part) => part === '' || part === '.' || part === '..'))
    throw new RangeError(`${path} is not below ${root}/`);
  const start = path.slice(0, root.length);
  return parts.map((_, index) => [start, ...parts.slice(0, index + 1)].join('/'));
}
