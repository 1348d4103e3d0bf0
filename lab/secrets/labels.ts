/**
 * Labels of a corpus and the score of findings against them, on the level of lines. The unit of truth is a range of
 * lines of one file; true ranges that overlap are one unit, since a line with three passwords is found once.
 */
import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';

export interface Label {
  readonly file: string;
  readonly from: number;
  readonly to: number;
  readonly secret: boolean;
  /** Offsets of the value in its line, -1 where the label names none. */
  readonly start: number;
  readonly end: number;
  readonly categories: readonly string[];
  /** Only identifiers, which some data sets call credentials too: they change no figure, found or missed. */
  readonly neutral: boolean;
}

const identifiers = new Set([
  'UUID',
  'Nonce',
  'Salt',
  'AWS S3 Bucket',
  'Firebase Domain',
  'Tencent WeChat API App ID',
]);

/** Reads `file,line_start,line_end,truth,value_start,value_end,category`; truth is T, F or X, and X counts as F. */
export function readLabels(path: string): Label[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [file = '', from, to, truth, start, end, category = ''] = line.split(',');
      const categories = category.split(':');
      const secret = truth === 'T';
      return {
        file,
        from: Number(from),
        to: Number(to),
        secret,
        start: Number(start),
        end: Number(end),
        categories,
        neutral: secret && categories.every((name) => identifiers.has(name)),
      };
    });
}

export interface Located {
  readonly file: string;
  readonly line: number;
}

interface Unit {
  readonly from: number;
  to: number;
  readonly categories: Set<string>;
}

export interface Tally {
  /** True units, and how many of them a finding touches. */
  units: number;
  found: number;
  /** False units touched. */
  labelled: number;
  /** Further lines reported that carry no label. */
  unlabelled: number;
}

interface Score {
  readonly total: Tally;
  readonly repositories: ReadonlyMap<string, Tally>;
  readonly categories: ReadonlyMap<string, Tally>;
}

export const emptyTally = (): Tally => ({ units: 0, found: 0, labelled: 0, unlabelled: 0 });

function tallyOf(tallies: Map<string, Tally>, key: string): Tally {
  let tally = tallies.get(key);
  if (!tally) tallies.set(key, (tally = emptyTally()));
  return tally;
}

function unitsOf(labels: readonly Label[]): Map<string, Unit[]> {
  const files = new Map<string, Unit[]>();
  const sorted = [...labels].sort((a, b) => a.from - b.from || a.to - b.to);
  for (const label of sorted) {
    const units = files.get(label.file) ?? [];
    files.set(label.file, units);
    const last = units.at(-1);
    if (last && label.from <= last.to) {
      last.to = Math.max(last.to, label.to);
      label.categories.forEach((name) => last.categories.add(name));
    } else units.push({ from: label.from, to: label.to, categories: new Set(label.categories) });
  }
  return files;
}

/** Identifiers are neutral, the reading in which our goals are given. */
export function score(findings: Iterable<Located>, labels: readonly Label[]): Score {
  const neutral = unitsOf(labels.filter((label) => label.neutral));
  const truths = unitsOf(labels.filter((label) => label.secret && !label.neutral));
  const falses = unitsOf(labels.filter((label) => !label.secret));
  const repositories = new Map<string, Tally>();
  const categories = new Map<string, Tally>();
  const total = emptyTally();
  const count = (file: string, unit: Unit | undefined, field: keyof Tally): void => {
    total[field]++;
    tallyOf(repositories, file.split('/')[1] ?? file)[field]++;
    for (const name of unit?.categories ?? []) tallyOf(categories, name)[field]++;
  };
  for (const [file, units] of truths) for (const unit of units) count(file, unit, 'units');
  const seen = new Set<Unit | string>();
  for (const { file, line } of findings) {
    const at = (units: ReadonlyMap<string, Unit[]>): Unit | undefined =>
      units.get(file)?.find((unit) => unit.from <= line && line <= unit.to);
    const truth = at(truths);
    if (!truth && at(neutral)) continue;
    const unit = truth ?? at(falses);
    const key = unit ?? `${file}:${line}`;
    if (seen.has(key)) continue;
    seen.add(key);
    count(file, unit, truth ? 'found' : unit ? 'labelled' : 'unlabelled');
  }
  return { total, repositories, categories };
}

/** Precision (everything that is not labelled true is wrong, unless `labelledOnly`), recall and their harmonic mean. */
export function figures(
  tally: Tally,
  labelledOnly = false,
): { precision: number; recall: number; f1: number } {
  const wrong = tally.labelled + (labelledOnly ? 0 : tally.unlabelled);
  const precision = tally.found + wrong > 0 ? tally.found / (tally.found + wrong) : 0;
  const recall = tally.units > 0 ? tally.found / tally.units : 0;
  return {
    precision,
    recall,
    f1: precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0,
  };
}

/**
 * How often *judge* is looked at in all; a look is `npm run bench:secrets -- --corpus DIR --judge`. Rules are written and
 * models are trained from *tune* only.
 */
export const mostLooks = 5;

/** @param name `owner/name`. */
const isJudge = (name: string): boolean =>
  ((createHash('sha256').update(`judge:${name.toLowerCase()}`).digest()[0] ?? 0) & 1) === 1;

/**
 * Divides the labels of a corpus into two halves, by repository.
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
