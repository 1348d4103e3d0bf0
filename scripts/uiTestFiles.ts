import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The files of `test/ui`, relative to the repository and sorted, by what `npm test` does with them in the oldest editor. */
export interface UiTestFiles {
  /** Files about what differs between versions: `npm test` runs them in the oldest editor too. */
  readonly tagged: readonly string[];
  /** The oldest editor runs these only if all UI tests are run: `test:ui -- --all`, CI. */
  readonly untagged: readonly string[];
}

/** Matches the tag, which begins a line and is followed by the reason. */
const tag = /^\/\/ @oldest-editor\b/m;

export function uiTestFiles(): UiTestFiles {
  const files = readdirSync(join(root, 'test/ui'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join('test/ui', file))
    .sort();
  const isTagged = (file: string): boolean => tag.test(readFileSync(join(root, file), 'utf8'));
  return { tagged: files.filter(isTagged), untagged: files.filter((file) => !isTagged(file)) };
}
