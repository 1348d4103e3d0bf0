import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './filesBelow.ts';

const root = join(import.meta.dirname, '..');

export function uiTestFiles(): readonly string[] {
  return filesBelow(root, '.test.ts', 'test/ui');
}

/**
 * Whether the file is about what differs between versions, so that `npm run test:ui` runs it in the oldest editor too. A tag
 * that begins a line says so, followed by the reason.
 */
export function isForOldestEditor(file: string): boolean {
  return /^\/\/ @oldest-editor\b/m.test(readFileSync(join(root, file), 'utf8'));
}
