import { type MemoryFiles, Unreadable } from './protocol.ts';

/** Claude Code and Gemini CLI follow imports five times. */
const maxHops = 5;

/** Files; instructions that import more cannot be checked in time. */
const maxFiles = 200;

/**
 * Yields the files that an agent adds to a prompt, those that others import after those.
 *
 * @param readTextIfFile Returns undefined for a name without a file.
 * @throws {Unreadable} for more files than can be checked.
 */
export function* importedFiles(
  { files, importsOf }: MemoryFiles,
  readTextIfFile: (path: string) => string | undefined,
): Generator<{ readonly path: string; readonly text: string }> {
  const known = new Set<string>();
  let found = 0;
  let level = files;
  for (let hop = 0; hop <= maxHops && level.length > 0; hop++) {
    const next: string[] = [];
    for (const path of level) {
      if (known.has(path)) continue;
      known.add(path);
      const text = readTextIfFile(path);
      if (text === undefined) continue;
      if (++found > maxFiles) throw new Unreadable(`${path} is one of more than ${maxFiles} imported files`);
      yield { path, text };
      next.push(...importsOf(text, path));
    }
    level = next;
  }
}
