import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The files of `test/ui`, relative to the repository and sorted. */
export function uiTestFiles(): readonly string[] {
  return readdirSync(join(root, 'test/ui'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join('test/ui', file))
    .sort();
}

/**
 * Whether the file is about what differs between versions, so that `npm run test:ui` runs it in the oldest editor too. A tag
 * that begins a line says so, followed by the reason.
 */
export function isForOldestEditor(file: string): boolean {
  return /^\/\/ @oldest-editor\b/m.test(readFileSync(join(root, file), 'utf8'));
}
