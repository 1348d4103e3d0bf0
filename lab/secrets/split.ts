/**
 * The two halves of the labelled repositories. Rules are written and models are trained from *tune* only. *judge* is looked at
 * `mostLooks` times in all; a look is `npm run bench:secrets -- --corpus DIR --judge`.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Label } from './labels.ts';

export const mostLooks = 5;

/** @param name `owner/name`. */
const isJudge = (name: string): boolean =>
  ((createHash('sha256').update(`judge:${name.toLowerCase()}`).digest()[0] ?? 0) & 1) === 1;

/**
 * Divides the labels of a corpus.
 *
 * @param corpus The folder with the data; the list of the repositories (`owner/name`, commit, folder) stands beside it in
 *   `repos.tsv`.
 */
export function splitLabels(corpus: string, labels: readonly Label[]): { tune: Label[]; judge: Label[] } {
  const judged = new Set<string>();
  for (const line of readFileSync(join(corpus, '../repos.tsv'), 'utf8').split('\n')) {
    const [name = '', , folder] = line.split('\t');
    if (folder !== undefined && isJudge(name)) judged.add(folder);
  }
  const isOfJudge = ({ file }: Label): boolean => judged.has(file.split('/')[1] ?? '');
  return {
    tune: labels.filter((label) => !isOfJudge(label)),
    judge: labels.filter((label) => isOfJudge(label)),
  };
}
