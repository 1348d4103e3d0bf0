/**
 * Looks at the half of the corpus that no rule was written from: trains a model on the other half, scans this one with the
 * whole engine, adds the result to `looks.jsonl`, and compares it with the looks before.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { scan } from '../../src/secrets/scan.ts';
import {
  emptyTally,
  figures,
  readLabels,
  score,
  type Located,
  type Tally,
  mostLooks,
  splitLabels,
} from './labels.ts';
import { seededRandom } from './learning.ts';
import { examplesFor, modelOf } from './modelOf.ts';

const file = join(import.meta.dirname, 'looks.jsonl');

const tally = z.object({
  units: z.number(),
  found: z.number(),
  labelled: z.number(),
  unlabelled: z.number(),
});
const look = z.object({
  time: z.string(),
  repositories: z.record(z.string(), tally),
  categories: z.record(z.string(), tally),
});
type Look = z.infer<typeof look>;

export function judge(corpus: string, labelFile: string, ordinary: string): void {
  const before = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => z.parse(look, JSON.parse(line)));
  if (before.length >= mostLooks)
    throw new Error(`The half was looked at ${mostLooks} times: it is no longer blind.`);
  const halves = splitLabels(corpus, readLabels(labelFile));
  const model = modelOf(examplesFor(corpus, halves.tune, ordinary));
  const found: Located[] = [];
  for (const path of new Set(halves.judge.map((label) => label.file)))
    for (const { line } of scan(readFileSync(join(corpus, path), 'utf8'), { path, model }).findings)
      found.push({ file: path, line });
  const { repositories, categories } = score(found, halves.judge);
  const now: Look = {
    time: new Date().toISOString().slice(0, 16),
    repositories: Object.fromEntries(repositories),
    categories: Object.fromEntries(categories),
  };
  appendFileSync(file, `${JSON.stringify(now)}\n`);
  console.log(`Look ${before.length + 1} of ${mostLooks}: ${shown(sum(Object.values(now.repositories)))}\n`);
  for (const past of before) compare(past, now);
  printCategories(before[0] ?? now, now);
}

const none = emptyTally();

function sum(tallies: readonly Tally[]): Tally {
  const total = emptyTally();
  for (const each of tallies)
    for (const field of ['units', 'found', 'labelled', 'unlabelled'] as const) total[field] += each[field];
  return total;
}

export function shown(counted: Tally): string {
  const { precision, recall, f1 } = figures(counted);
  return `P ${precision.toFixed(3)}  R ${recall.toFixed(3)}  F1 ${f1.toFixed(3)}`;
}

const measures = ['precision', 'recall', 'f1'] as const;
const draws = 2000;

/** Prints the differences from an earlier look, with the interval of 95 % that drawing the repositories again gives. */
function compare(past: Look, now: Look): void {
  const names = Object.keys(now.repositories);
  const random = seededRandom(42);
  const difference = (drawn: readonly string[]): number[] => {
    const [a, b] = [past, now].map(({ repositories }) =>
      figures(sum(drawn.map((name) => repositories[name] ?? none))),
    );
    return measures.map((measure) => (b?.[measure] ?? 0) - (a?.[measure] ?? 0));
  };
  const sample = Array.from({ length: draws }, () =>
    difference(names.map(() => names[Math.floor(random() * names.length)] ?? '')),
  );
  const signed = (value: number): string => (value < 0 ? '' : '+') + value.toFixed(3);
  const parts = difference(names).map((value, index) => {
    const sorted = sample.map((each) => each[index] ?? 0).sort((a, b) => a - b);
    const [low = 0, high = 0] = [sorted[Math.floor(draws * 0.025)], sorted[Math.floor(draws * 0.975)]];
    return `${measures[index] ?? ''} ${signed(value)} [${signed(low)}, ${signed(high)}]`;
  });
  console.log(`since ${past.time}: ${parts.join('  ')}`);
}

function printCategories(first: Look, now: Look): void {
  console.log('\n| category (secrets) | first look: precision / recall | now |\n|---|---|---|');
  const cell = (counted: Tally): string => {
    const { precision, recall } = figures(counted);
    return `${precision.toFixed(3)} / ${recall.toFixed(3)}`;
  };
  const rows = Object.entries(now.categories).sort(([, a], [, b]) => b.units - a.units);
  for (const [name, counted] of rows)
    if (counted.units > 0)
      console.log(
        `| ${name} (${counted.units}) | ${cell(first.categories[name] ?? none)} | ${cell(counted)} |`,
      );
}
