/**
 * Trains the model that judges values by name, looks and surroundings, and writes src/secrets/classifier/model.data.ts.
 *
 *   node lab/secrets/train.ts --corpus DIR --ordinary DIR [--validate [--findings FILE]]
 *
 * `--corpus` holds `data/` and `labels.csv`; `--ordinary` is a folder of ordinary packages, such as `node_modules`, in
 * which nothing is a secret. Neither gets into the repository. The same input gives the same bytes.
 * `--validate` writes no model and reads only the half *tune*: it trains on four fifths of its repositories and of the
 * packages, scans the others with the whole engine, five times, and prints precision and recall by threshold, and by category for `threshold`. `--findings` writes
 * the findings of the latter as lines of JSON.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Model } from '../../src/secrets/classifier/classifier.ts';
import { scan } from '../../src/secrets/scan.ts';
import { ordinaryFiles } from './examples.ts';
import { shown } from './judge.ts';
import { readLabels, score, type Located as Line, splitLabels } from './labels.ts';
import type { Example } from './learning.ts';
import { examplesFor, modelOf, threshold } from './modelOf.ts';

const folds = 5;

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    ordinary: { type: 'string' },
    validate: { type: 'boolean', default: false },
    findings: { type: 'string' },
  },
});
if (values.corpus === undefined || values.ordinary === undefined) {
  console.error(
    'Usage: node lab/secrets/train.ts --corpus DIR --ordinary DIR [--validate [--findings FILE]]',
  );
  process.exit(2);
}

const { corpus, ordinary } = values;
const all = readLabels(join(corpus, 'labels.csv'));
const labels = values.validate ? splitLabels(corpus, all).tune : all;
const examples = examplesFor(corpus, labels, ordinary);
if (values.validate) validate();
else writeModel(modelOf(examples));

function writeModel({ weights, scale }: Model): void {
  const text = Buffer.from(weights.buffer).toString('base64');
  writeFileSync(
    join(import.meta.dirname, '../../src/secrets/classifier/model.data.ts'),
    `// Written by lab/secrets/train.ts.\n` +
      `/** From these log-odds on a value counts as a secret. */\n` +
      `export const modelThreshold = ${threshold};\n` +
      `/** What one step of a weight is worth. */\n` +
      `export const modelScale = ${scale};\n` +
      `/** One signed byte per bucket, in base64. */\n` +
      `export const modelWeights =\n  // prettier-ignore\n  '${text}';\n`,
  );
}

interface Scanned {
  readonly file: string;
  readonly text: string;
  readonly fold: number;
  readonly isOrdinary: boolean;
}

function validate(): void {
  const models = Array.from({ length: folds }, (_, fold) => {
    const isTraining = ({ group }: Example): boolean => group === 'everyday' || foldOf(group) !== fold;
    return modelOf(examples.filter(isTraining));
  });
  const files = [...scannedFiles()];
  let bytes = 0;
  for (const { isOrdinary, text } of files) if (isOrdinary) bytes += text.length;
  for (const limit of [0, 0.5, 0.75, 1, 1.25, 1.5, 2]) {
    const found: Line[] = [];
    let ordinaryLines = 0;
    for (const { file, text, fold, isOrdinary } of files) {
      const model = models[fold];
      if (!model) continue;
      const { findings } = scan(text, { path: file, model: { ...model, threshold: limit } });
      const lines = [...new Set(findings.map(({ line }) => line))].map((line) => ({ file, line }));
      if (isOrdinary) ordinaryLines += lines.length;
      else found.push(...lines);
    }
    const { total, categories } = score(found, labels);
    console.log(
      `${limit.toFixed(2)}  ${shown(total)}  ordinary ${((ordinaryLines / bytes) * 1e6).toFixed(3)}/MB`,
    );
    if (limit !== threshold) continue;
    for (const [name, tally] of [...categories].sort(([, a], [, b]) => b.units - a.units))
      if (tally.units > 0) console.log(`      ${shown(tally)}  ${tally.units} ${name}`);
    if (values.findings !== undefined)
      writeFileSync(values.findings, found.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
}

function* scannedFiles(): Generator<Scanned> {
  for (const file of new Set(labels.map((label) => label.file))) {
    const text = readFileSync(join(corpus, file), 'utf8');
    yield { file, text, fold: foldOf(file.split('/')[1] ?? file), isOrdinary: false };
  }
  for (const { file, group } of ordinaryFiles(ordinary)) {
    const text = readFileSync(join(ordinary, file), 'utf8');
    yield { file, text, fold: foldOf(`ordinary:${group}`), isOrdinary: true };
  }
}

function foldOf(group: string): number {
  let hash = 7;
  for (const character of group) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) % folds;
}
