/**
 * `npm run bench [-- NAME…] [--json]`: runs bench/*.bench.ts, each of which measures one cost of the product beside a
 * yardstick in the same run. Machines differ, ratios don't: a row without a yardstick is a size or a count.
 * Writes bench/RESULTS.md when everything was run; `--json` prints the rows instead.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import type { Bench, Row } from '../bench/bench.ts';

// A start of Node that reads extra certificates takes 2.8 times as long; no figure here is about that.
delete process.env.NODE_EXTRA_CA_CERTS;

const root = join(import.meta.dirname, '..');
const args = process.argv.slice(2);
const json = args.includes('--json');
const names = args.filter((argument) => !argument.startsWith('--'));

const all = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => basename(file, '.bench.ts'));
const unknown = names.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`No bench named ${unknown.join(', ')}. There are: ${all.join(', ')}`);
  process.exit(2);
}

const sections: { name: string; about: string; rows: readonly Row[] }[] = [];
for (const name of names.length > 0 ? names : all) {
  console.error(`bench ${name} …`);
  const { bench } = (await import(join(root, 'bench', `${name}.bench.ts`))) as { bench: Bench };
  sections.push({ name, about: bench.about, rows: await bench.run() });
}

const number = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
const cells = ({ what, value, unit, yardstick, goal }: Row): string[] => [
  what,
  `${number(value)} ${unit}`,
  yardstick ? `${number(yardstick.value)} ${unit} (${yardstick.what})` : '',
  yardstick ? `${number(value / yardstick.value)}×` : '',
  goal ?? '',
];
const table = (rows: readonly Row[]): string =>
  [['what', 'median', 'beside', 'ratio', 'goal'], ['---', '---', '---', '---', '---'], ...rows.map(cells)]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
const report = sections
  .map(({ name, about, rows }) => `## ${name}\n\n${about}\n\n${table(rows)}\n`)
  .join('\n');

if (json)
  for (const { name, rows } of sections)
    for (const row of rows) console.log(JSON.stringify({ bench: name, ...row }));
else console.log(report);
if (names.length === 0)
  writeFileSync(
    join(root, 'bench/RESULTS.md'),
    `# Results of \`npm run bench\`\n\n${platform()} ${arch()}, ${cpus().length} × ${cpus()[0]?.model ?? '?'}, ` +
      `${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.versions.node}. Quote the ratios.\n\n${report}`,
  );
