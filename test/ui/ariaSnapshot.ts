import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { becomes } from '../support/becomes.ts';

/**
 * Asserts that a screen reader reads a part of the page as `test/fixtures/aria/<name>.yml` says. With
 * `SERVICE_UPDATE_SNAPSHOTS` set, it writes the file instead; review the difference then.
 */
export async function assertReads(name: string, part: Locator): Promise<void> {
  const file = join(import.meta.dirname, `../fixtures/aria/${name}.yml`);
  const hear = async () => `${steady(await part.ariaSnapshot())}\n`;
  // Rows with answers of the platform appear a little later.
  if (process.env.SERVICE_UPDATE_SNAPSHOTS === undefined) await becomes(hear, readFileSync(file, 'utf8'));
  else writeFileSync(file, await hear());
}

/** Without what differs from run to run, and without the letters that icons are drawn with: names stand beside them. */
function steady(snapshot: string): string {
  return snapshot
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    .replaceAll(/(?:\w{3} \d{1,2}, \d{4}, )?\d{1,2}:\d{2}\s[AP]M/g, 'TIME')
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'UUID')
    .replaceAll(/(- (?:treeitem|option) .*?(?:"|\])):.*/g, '$1');
}
