/**
 * Measures precision, recall and speed of the secret engine, and of other scanners if they are installed:
 *
 *   npm run bench:secrets -- --corpus DIR [--labels CSV] [--json]
 *   npm run bench:secrets -- --corpus DIR --judge [--ordinary DIR]
 *
 * DIR holds `data/`; CSV defaults to `DIR/labels.csv`, paths in it relative to DIR. Units are ranges of lines.
 * Identifiers (UUIDs, bucket names, …) are ignored. `strict`: a finding without the label of a secret is wrong;
 * `labelled`: findings in lines without a label are left out. `--judge` takes one of the looks at the half of the
 * repositories that rules are not written from (`labels.ts`); `--ordinary` are the packages that its model is trained with.
 */
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { filesBelow } from './examples.ts';
import { judge } from './judge.ts';
import { figures, readLabels, score, type Label, type Located } from './labels.ts';
import { scanners, timed, type Scanner } from './scanners.ts';

// A start of Node that reads extra certificates takes several times as long; no figure here is about that.
delete process.env.NODE_EXTRA_CA_CERTS;

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    labels: { type: 'string' },
    json: { type: 'boolean', default: false },
    judge: { type: 'boolean', default: false },
    ordinary: { type: 'string', default: join(import.meta.dirname, '../../node_modules') },
  },
});
if (values.corpus === undefined || !existsSync(join(values.corpus, 'data'))) {
  console.error('Usage: npm run bench:secrets -- --corpus DIR [--labels CSV] [--json]; DIR holds data/');
  process.exit(2);
}
const corpus = resolve(values.corpus);
const labelFile = values.labels ?? join(corpus, 'labels.csv');
if (values.judge) {
  judge(corpus, labelFile, values.ordinary);
  process.exit();
}
const labels = existsSync(labelFile) ? readLabels(labelFile) : undefined;
if (!labels) console.error(`${labelFile} is not there: speed and number of findings only.`);

let bytes = 0;
for (const file of filesBelow(join(corpus, 'data'), '')) bytes += statSync(join(corpus, 'data', file)).size;
const megabytes = bytes / 1e6;
const bareNode = fastest([process.execPath, '-e', '0'], 5)?.cpu ?? NaN;

/** The run that took least: processor time only grows with what else the machine does. */
function fastest(command: readonly string[], runs: number): ReturnType<typeof timed> {
  const all = Array.from({ length: runs }, () => timed(command, corpus));
  return all.reduce((best, run) => (best && run && run.cpu < best.cpu ? run : best));
}

const percent = (value: number): string => value.toFixed(3);

type Result = NonNullable<ReturnType<typeof measure>>;

function measure(scanner: Scanner) {
  const startSeconds = fastest(scanner.start, 5)?.cpu ?? NaN;
  const run = fastest(scanner.scan, 3);
  if (!run) return undefined;
  const findings = scanner.read(run.stdout, corpus);
  const lines = new Set(findings.map(({ file, line }) => `${file}:${line}`)).size;
  return {
    scanner: scanner.name,
    findings: lines,
    findingsPerMegabyte: lines / megabytes,
    megabytesPerSecond: megabytes / Math.max(0.001, run.cpu - startSeconds),
    startSeconds,
    ...(labels && judged(findings, labels)),
  };
}

function judged(findings: readonly Located[], truth: readonly Label[]) {
  const { total, categories } = score(findings, truth);
  return {
    strict: figures(total),
    labelled: figures(total, true),
    categories: Object.fromEntries([...categories].sort(([, a], [, b]) => b.units - a.units)),
  };
}

const results: Result[] = [];
for (const scanner of scanners()) {
  console.error(`${scanner.name} …`);
  const result = measure(scanner);
  if (result) results.push(result);
  else console.error(`${scanner.name} failed.`);
}

if (values.json) for (const result of results) console.log(JSON.stringify(result));
else print();

function print(): void {
  console.log(`${megabytes.toFixed(1)} MB; bare Node starts in ${bareNode.toFixed(2)} s of processor time\n`);
  console.log(
    '| scanner | strict P / R / F1 | labelled P / R / F1 | findings per MB | MB per CPU-second | start |',
  );
  console.log('| --- | --- | --- | --- | --- | --- |');
  const three = (all: ReturnType<typeof figures> | undefined): string =>
    all ? `${percent(all.precision)} / ${percent(all.recall)} / ${percent(all.f1)}` : '';
  for (const result of results)
    console.log(
      `| ${result.scanner} | ${three(result.strict)} | ${three(result.labelled)} | ${result.findingsPerMegabyte.toFixed(2)} | ${result.megabytesPerSecond.toFixed(1)} | ${result.startSeconds.toFixed(2)} s |`,
    );
  const [own] = results;
  if (!own?.categories) return;
  console.log(
    '\n| category | secrets | found | false | P | R | F1 |\n| --- | --- | --- | --- | --- | --- | --- |',
  );
  for (const [name, tally] of Object.entries(own.categories)) {
    const { precision, recall, f1 } = figures(tally);
    const cells = [name, tally.units, tally.found, tally.labelled, ...[precision, recall, f1].map(percent)];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
