import { win32 } from 'node:path';

/** Returns an absolute path that git printed in the form of the system: git prints `C:/x` on Windows. */
export function systemPath(path: string, platform: NodeJS.Platform = process.platform): string {
  return platform === 'win32' ? win32.normalize(path) : path;
}

/** Whether two absolute paths have the same text; on Windows, whatever their slashes and letters are. */
export function isSamePath(
  one: string,
  other: string,
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (platform !== 'win32') return one === other;
  const [a, b] = [one, other].map((path) => win32.resolve(path).toLowerCase());
  return a === b;
}

/** Whether paths without links differ only in letter case and accents, which macOS and Windows ignore in names. */
export function isSameName(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => path.normalize('NFC').toLowerCase());
  return a === b;
}
