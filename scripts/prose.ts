/**
 * `node scripts/prose.ts [--list]`, a part of `npm run lint`: fails when too many comments of a folder use sentence
 * patterns that readers stumble over. It prints the comments of the folders that fail; with `--list`, those of all folders.
 */
import { join } from 'node:path';
import { checkProse, foldersAboveLimit } from './lint/prose.ts';

const folders = ['src', 'test', 'scripts', 'bench'];
const isList = process.argv.includes('--list');
const root = join(import.meta.dirname, '..');
const reports = new Map(folders.map((folder) => [folder, checkProse(root, folder)]));
const failed = foldersAboveLimit(reports);
for (const [folder, { hits, total, percent }] of reports) {
  if (!isList && !failed.includes(folder)) continue;
  for (const hit of hits) console.log(hit);
  console.log(`${folder}: ${hits.length} of ${total} comments, ${percent.toFixed(1)} %`);
}
if (failed.length > 0) {
  console.error(
    `Too many comments are hard to read in: ${failed.join(', ')}. Write subject, verb, object, and name the actor.`,
  );
  process.exitCode = 1;
}
