/**
 * `npm test`: builds once, then runs the parts of the tests in separate processes, three at a time. Prints the slowest
 * tests, the failed ones, the seconds of each part, and one closing line over all parts.
 *
 * A part whose inputs are those with which it passed before is not run again: its result is shown as cached.
 * `-- --force` runs it. `-- --all` runs every test that this machine can run, from the start. `-- --changed [COMMIT]` runs
 * what the difference from the commit can affect; by default from the last one for which `npm test` passed.
 */
import { join } from 'node:path';
import { closingLine, sum } from '../test/harness/editorRun.ts';
import { readRecords } from '../test/harness/testRecords.ts';
import { partsChangedSince } from './changedParts.ts';
import { findChromium } from './editor/chromium.ts';
import { installEditor } from './editor/install.ts';
import { editorVersions } from './editor/versions.ts';
import { runInLanes, type PartResult } from './lanes.ts';
import { keysOf, readPassed, savePassed } from './passedParts.ts';
import { exitOnSignals } from './processGroup.ts';
import { run } from './run.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { promises, proofsIn } from './promises.ts';
import { scriptOptions } from './scriptOptions.ts';
import { allParts, defaultParts, type TestPart } from './testParts.ts';

const root = join(import.meta.dirname, '..');
/** One more than there are processors: UI tests and relays mostly wait. */
const lanes = 3;
const slowestShown = 20;

exitOnSignals();
const started = Date.now();
const { values, positionals } = scriptOptions({
  options: {
    all: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    force: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const before = readPassed();
const parts = values.all ? allParts() : values.changed ? await changedParts(positionals[0]) : defaultParts();
const recordsFile = join(temporaryFolder('records'), 'records.jsonl');
await run(process.execPath, ['scripts/build.ts'], root);
console.error(`Built in ${secondsSince(started)} s. The output of each part follows when it ends.`);
// They are downloaded with the environment of this process, and outside the time of any part.
for (const version of editorVersions) await installEditor(version, console.error);
await findChromium(console.error);
const keys = values.all || values.changed ? new Map<string, string>() : await keysOf(parts);
const cached = parts.flatMap((part) => cachedResult(part));
const ran = await runInLanes(
  parts.filter(({ name }) => !cached.some((result) => result.name === name)),
  lanes,
  environmentOfParts(),
);
const results = [...ran, ...cached];

const records = readRecords(recordsFile);
console.error('\nSlowest tests and hooks');
for (const { title, ms } of records.toSorted((a, b) => b.ms - a.ms).slice(0, slowestShown))
  console.error(`${(ms / 1000).toFixed(1).padStart(6)} s  ${title}`);
// Again at the end, because services that run the tests often show the end of the output only.
const failed = records.filter(({ failure }) => failure !== undefined);
if (failed.length > 0) console.error('\nFailed');
for (const { title, failure = '' } of failed)
  console.error(`  ${title}\n${failure.replaceAll(/^/gm, '    ')}`);
console.error();
const width = Math.max(...results.map(({ name }) => name.length));
for (const { name, seconds, isMissing = false, ...counts } of ran) {
  const outcome = isMissing ? 'not possible on this machine' : closingLine(counts);
  console.error(`${name.padEnd(width)} ${String(seconds).padStart(5)} s  ${outcome}`);
}
for (const { name, ...counts } of cached)
  console.error(`${name.padEnd(width)}  cached  ${closingLine(counts)} earlier, with the same inputs`);
console.error(`${'all'.padEnd(width)} ${String(secondsSince(started)).padStart(5)} s`);
const proofs = values.all ? proofsIn(records, promises()) : { missing: [], notHere: [] };
for (const line of proofs.notHere) console.error(`Promise not proven here: ${line}`);
for (const line of proofs.missing) console.error(`Promise not proven: ${line}`);
if (proofs.missing.length > 0) process.exitCode = 1;
const total = sum(results);
console.log(closingLine(total));
if (total.failed > 0) process.exitCode = 1;
if (!values.changed) {
  const head = (await run('git', ['rev-parse', 'HEAD'], root)).trim();
  savePassed(before, ran, keys, total.failed === 0 ? head : undefined);
}

/** Returns the parts that the difference from a commit can affect. */
async function changedParts(from = before.commit): Promise<readonly TestPart[]> {
  if (from === undefined) console.error('npm test has not passed here yet: everything runs.');
  const affected = from === undefined ? undefined : await partsChangedSince(from);
  if (from !== undefined && affected === undefined)
    console.error(`A file that changed since ${from} can affect every part: everything runs.`);
  return affected ?? defaultParts();
}

/** The result of an earlier run with the same inputs, if it may be used. */
function cachedResult({ name }: TestPart): readonly PartResult[] {
  const known = before.parts[name];
  if (values.force || !known || known.key !== keys.get(name)) return [];
  return [{ name, seconds: 0, passed: known.passed, failed: 0 }];
}

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
