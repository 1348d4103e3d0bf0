/**
 * `npm test`: builds once, then runs every part of the tests in a separate process, three parts at a time. The UI tests of
 * the latest editor take longest and start first. Prints flaky tests, the slowest tests, the seconds of each part, and one
 * closing line over all parts.
 */
import { join } from 'node:path';
import { closingLine, sum } from '../test/harness/editorRun.ts';
import { slowestTimings } from '../test/harness/timings.ts';
import { installEditor } from './editor/install.ts';
import { editorVersions, latestEditor, oldestEditor } from './editor/versions.ts';
import { runInLanes, type Part } from './lanes.ts';
import { exitOnSignals } from './processGroup.ts';
import { run } from './run.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const root = join(import.meta.dirname, '..');
/** One more than there are processors: UI tests and relays mostly wait. */
const lanes = 3;
const slowestShown = 20;

const script = (name: string, ...args: string[]): Part => ({
  name: [name, ...args].join(' '),
  command: ['npm', 'run', '--silent', name, '--', ...args],
});

const mocha = 'node_modules/mocha/bin/mocha.js';

/** The unit tests of a folder, except those in the folders `without`, which run as separate parts. */
function unit(folder: string, ...without: readonly string[]): Part {
  return {
    name: ['test:unit', folder, ...(without.length > 0 ? ['(the rest)'] : [])].filter(Boolean).join(' '),
    command: [
      process.execPath,
      mocha,
      join('test/unit', folder, '**/*.test.ts'),
      ...without.flatMap((other) => ['--ignore', `test/unit/${other}/**`]),
    ],
  };
}

/** For a part that takes ten minutes beside the others, or gives way to them, on a machine that is three times slower. */
const longLimitMs = 35 * 60_000;

/**
 * The longest first, so that the other lanes fill up with the rest; `test:relay` waits more than it computes. Unit tests that
 * start programs are several parts, because a start from a large process can cost several times the processor time of one
 * from a small process: Linux copies its page tables.
 */
const parts: readonly Part[] = [
  { ...script('test:ui', '--editor', latestEditor, '--shards', '3'), limitMs: longLimitMs },
  unit('agents'),
  unit('node'),
  unit('cli/hook'),
  unit('cli/integrate'),
  unit('cli', 'cli/hook', 'cli/integrate'),
  unit('house'),
  unit('tools'),
  unit('', 'agents', 'node', 'cli', 'house', 'tools'),
  { ...script('types'), isSingle: true, canWait: true, limitMs: longLimitMs },
  { ...script('lint'), isSingle: true, canWait: true, limitMs: longLimitMs },
  script('test:relay'),
  script('test:contract'),
  script('test:ui', '--editor', oldestEditor, '--tagged'),
  script('test:editor', '--editor', latestEditor),
  script('test:editor', '--editor', oldestEditor),
  script('test:simulation'),
  script('test:install', '--here'),
  script('test:conformance'),
];

exitOnSignals();
const started = Date.now();
const timings = join(temporaryFolder('timings'), 'timings.jsonl');
await run(process.execPath, ['scripts/build.ts'], root);
console.error(`Built in ${secondsSince(started)} s. The output of each part follows when it ends.`);
// They are downloaded with the environment of this process, and outside the time of any part.
for (const version of editorVersions) await installEditor(version, console.error);
const results = await runInLanes(parts, lanes, environmentOfParts());

console.error('\nSlowest tests and hooks');
for (const { title, ms } of slowestTimings(timings, slowestShown))
  console.error(`${(ms / 1000).toFixed(1).padStart(6)} s  ${title}`);
const flaky = results.flatMap(({ name, flaky: titles }) => titles.map((title) => `${name}: ${title}`));
if (flaky.length > 0) console.error(`\nFlaky: ${flaky.length} passed only when run again`);
for (const line of flaky) console.error(`  ${line}`);
console.error();
const width = Math.max(...results.map(({ name }) => name.length));
for (const { name, seconds, ...counts } of results)
  console.error(`${name.padEnd(width)} ${String(seconds).padStart(5)} s  ${closingLine(counts)}`);
console.error(`${'all'.padEnd(width)} ${String(secondsSince(started)).padStart(5)} s`);
const total = sum(results);
console.log(closingLine(total));
if (total.failed > 0) process.exitCode = 1;

/**
 * Parts start some thousand processes of Node. Two variables make up half of what those starts cost: code that was
 * compiled once is read from `.cache`, and no process reads a company's certificates, because parts stay on loopback.
 */
function environmentOfParts(): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env;
  return {
    ...inherited,
    NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
    SERVICE_BUILT: '1',
    SERVICE_TEST_TIMINGS: timings,
  };
}

function secondsSince(time: number): number {
  return Math.round((Date.now() - time) / 1000);
}
