/**
 * Trains the model that judges values by name, looks and surroundings, and writes src/secrets/classifier/model.data.ts.
 *
 *   node scripts/secrets/train.ts --corpus DIR --ordinary DIR [--validate]
 *
 * `--corpus` holds `data/` and `labels.csv`; `--ordinary` is a folder of ordinary packages, such as `node_modules`, in
 * which nothing is a secret. Neither gets into the repository. The same input gives the same bytes.
 * `--validate` writes nothing: it trains on four fifths of the repositories, judges the rest, five times, and prints
 * precision and recall by threshold, which is how `modelThreshold` was chosen.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buckets } from '../../src/secrets/classifier/features.ts';
import { kindScores } from '../../src/secrets/classifier/classifier.ts';
import { scan } from '../../src/secrets/scan.ts';
import { corpusExamples, ordinaryExamples, ordinaryFiles, type Located } from './examples.ts';
import { everydayExamples } from './everyday.ts';
import { figures, readLabels, score, type Label, type Located as Line } from './labels.ts';
import { logit, train, type Example, type Settings } from './learning.ts';
import { ordinaryValues } from './words.data.ts';

const settings: Settings = { buckets, epochs: 8, rate: 0.06, l2: 1e-4 };

/** A value with at least these log-odds counts as a secret. Chosen for a precision above .95 in validation, with a margin. */
const threshold = 1;

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    ordinary: { type: 'string' },
    validate: { type: 'boolean', default: false },
  },
});
if (values.corpus === undefined || values.ordinary === undefined) {
  console.error('Usage: node scripts/secrets/train.ts --corpus DIR --ordinary DIR [--validate]');
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
else writeModel(train([...real, ...made, ...plain, ...everyday], settings));

function writeModel(weights: Float32Array): void {
  let largest = 0;
  for (const weight of weights) largest = Math.max(largest, Math.abs(weight));
  const scale = largest / 127;
  // Weights of one or two steps decide nothing, and zeros are packed well: the model is in three bundles.
  const bytes = Int8Array.from(weights, (weight) => {
    const steps = Math.round(weight / scale);
    return Math.abs(steps) > 2 ? steps : 0;
  });
  const text = Buffer.from(bytes.buffer).toString('base64');
  writeFileSync(
    join(import.meta.dirname, '../../src/secrets/classifier/model.data.ts'),
    `// Written by scripts/secrets/train.ts.\n` +
      `/** From these log-odds on a value counts as a secret. */\n` +
      `export const modelThreshold = ${threshold};\n` +
      `/** What one step of a weight is worth. */\n` +
      `export const modelScale = ${scale};\n` +
      `/** One signed byte per bucket, in base64. */\n` +
      `export const modelWeights =\n  // prettier-ignore\n  '${text}';\n`,
  );
}

/** Cross-validation over repositories and packages, with what the formats find added. */
function validate(): void {
  const folds = 5;
  const examples: Located[] = [...real, ...plain];
  const scores = new Map<Located, number>();
  for (let fold = 0; fold < folds; fold++) {
    const outside = (example: Example): boolean => foldOf(example.group) % folds !== fold;
    const weights = train([...[...examples, ...made].filter(outside), ...everyday], settings);
    for (const example of examples)
      if (!outside(example))
        scores.set(example, logit(weights, example.features) + (kindScores[example.candidate.kind] ?? 0));
  }
  const byForm = formatFindings(labels);
  let bytes = 0;
  for (const file of ordinaryFiles(ordinary)) bytes += file.bytes;
  for (let limit = -1; limit <= 3; limit += 0.25) {
    const above = (example: Located): boolean => (scores.get(example) ?? 0) >= limit;
    const { total } = score([...byForm, ...real.filter(above)], labels, true);
    const { precision, recall, f1 } = figures(total);
    const perMegabyte = (plain.filter(above).length / bytes) * 1e6;
    console.log(
      `${limit.toFixed(2).padStart(5)}  P ${precision.toFixed(3)}  R ${recall.toFixed(3)}  F1 ${f1.toFixed(3)}  ordinary ${perMegabyte.toFixed(3)}/MB`,
    );
  }
}

function formatFindings(rows: readonly Label[]): Line[] {
  const files = new Set(rows.map(({ file }) => file));
  return [...files].flatMap((file) =>
    scan(readFileSync(join(corpus, file), 'utf8'), { path: file, threshold: Infinity }).findings.map(
      ({ line }) => ({
        file,
        line,
      }),
    ),
  );
}

function foldOf(group: string): number {
  let hash = 7;
  for (const character of group) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
