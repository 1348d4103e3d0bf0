/**
 * `npm test`: builds once, then runs every part of the tests in a separate process, three parts at a time. The UI tests of
 * the latest editor take longest and start first. Prints the slowest tests, the failed ones, the flaky ones, the seconds of each
 * part, and one closing line over all parts.
 */
import { join } from 'node:path';
import { closingLine, sum } from '../test/harness/editorRun.ts';
import { readRecords } from '../test/harness/testRecords.ts';
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

/**
 * A part of the unit tests.
 * @param files a pattern of test files below `test/unit`
 * @param without patterns of those that run as separate parts
 */
function unit(files: string, ...without: readonly string[]): Part {
  return {
    name: [
      'test:unit',
      files.replace(/\/?\*\*\/\*\.test\.ts$/, ''),
      ...(without.length > 0 ? ['(the rest)'] : []),
    ].join(' '),
    command: [
      process.execPath,
      mocha,
      join('test/unit', files),
      ...without.flatMap((other) => ['--ignore', join('test/unit', other)]),
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
  unit('cli/hook/**/*.test.ts'),
  unit('node/**/*.test.ts'),
  unit('agents/**/*.e2e.test.ts'),
  unit('agents/**/*.test.ts', 'agents/**/*.e2e.test.ts'),
  unit('cli/integrate/**/*.test.ts'),
  unit('cli/**/*.test.ts', 'cli/hook/**', 'cli/integrate/**'),
  unit('house/**/*.test.ts'),
  unit('tools/**/*.test.ts'),
  unit('**/*.test.ts', ...['agents', 'node', 'cli', 'house', 'tools'].map((room) => `${room}/**`)),
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
const recordsFile = join(temporaryFolder('records'), 'records.jsonl');
await run(process.execPath, ['scripts/build.ts'], root);
console.error(`Built in ${secondsSince(started)} s. The output of each part follows when it ends.`);
// They are downloaded with the environment of this process, and outside the time of any part.
for (const version of editorVersions) await installEditor(version, console.error);
const results = await runInLanes(parts, lanes, environmentOfParts());

const records = readRecords(recordsFile);
console.error('\nSlowest tests and hooks');
for (const { title, ms } of records.toSorted((a, b) => b.ms - a.ms).slice(0, slowestShown))
  console.error(`${(ms / 1000).toFixed(1).padStart(6)} s  ${title}`);
// Again at the end, because services that run the tests often show the end of the output only.
const failed = records.filter(({ failure }) => failure !== undefined);
if (failed.length > 0) console.error('\nFailed, with those that passed when run again');
for (const { title, failure = '' } of failed)
  console.error(`  ${title}\n${failure.replaceAll(/^/gm, '    ')}`);
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
    SERVICE_TEST_RECORDS: recordsFile,
  };
}

function secondsSince(time: number): number {
  return Math.round((Date.now() - time) / 1000);
}
