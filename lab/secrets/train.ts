/**
 * Trains the model that judges values by name, looks and surroundings, and writes src/secrets/classifier/model.data.ts.
 *
 *   node lab/secrets/train.ts --corpus DIR --ordinary DIR [--validate [--findings FILE]]
 *
 * `--corpus` holds `data/` and `labels.csv`; `--ordinary` is a folder of ordinary packages, such as `node_modules`, in
 * which nothing is a secret. Neither gets into the repository. The same input gives the same bytes.
 * `--validate` writes no model: it trains on four fifths of the repositories and packages, scans the others with the whole
 * engine, five times, and prints precision and recall by threshold, and by category for `threshold`. `--findings` writes
 * the findings of the latter as lines of JSON.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buckets } from '../../src/secrets/classifier/features.ts';
import type { Model } from '../../src/secrets/classifier/classifier.ts';
import { scan } from '../../src/secrets/scan.ts';
import { corpusExamples, ordinaryExamples, ordinaryFiles } from './examples.ts';
import { everydayExamples } from './everyday.ts';
import { figures, readLabels, score, type Located as Line, type Tally } from './labels.ts';
import { train, type Example, type Settings } from './learning.ts';
import { ordinaryValues } from './words.data.ts';

const settings: Settings = { buckets, epochs: 8, rate: 0.06, l2: 1e-4 };

/** A value with at least these log-odds counts as a secret. Chosen for a precision of about .96 in validation. */
const threshold = 1;

/** Parts of cross-validation. */
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
const labels = readLabels(join(corpus, 'labels.csv'));
const { real, made } = corpusExamples(corpus, labels, ordinaryValues);
const plain = [...ordinaryExamples(ordinary)];
const everyday = everydayExamples();
console.error(
  `${real.length} candidates of the corpus, ${made.length} made from them, ${plain.length} ordinary, ${everyday.length} everyday`,
);
if (values.validate) validate();
else writeModel(modelOf(train([...real, ...made, ...plain, ...everyday], settings)));

/** Rounds weights to one byte. */
function modelOf(weights: Float32Array): Model {
  let largest = 0;
  for (const weight of weights) largest = Math.max(largest, Math.abs(weight));
  const scale = largest / 127;
  // Weights of one or two steps decide nothing, and zeros are packed well: the model is in three bundles.
  const bytes = Int8Array.from(weights, (weight) => {
    const steps = Math.round(weight / scale);
    return Math.abs(steps) > 2 ? steps : 0;
  });
  return { weights: bytes, scale, threshold };
}

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

/** Cross-validation over repositories and packages. */
function validate(): void {
  const models = Array.from({ length: folds }, (_, fold) => {
    const isTraining = ({ group }: Example): boolean => foldOf(group) !== fold;
    return modelOf(train([...[...real, ...made, ...plain].filter(isTraining), ...everyday], settings));
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
    const { total, categories } = score(found, labels, true);
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

function shown(tally: Tally): string {
  const { precision, recall, f1 } = figures(tally);
  return `P ${precision.toFixed(3)}  R ${recall.toFixed(3)}  F1 ${f1.toFixed(3)}`;
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
