/**
 * `npm test`: builds once, then runs the parts of the tests in separate processes, three at a time. Prints the slowest
 * tests, the failed ones, the seconds of each part, and one closing line over all parts.
 *
 * A part whose inputs are those with which it passed before is not run again: its result is shown as cached.
 * `-- --force` runs it. `-- --all` runs every test that this machine can run, from the start. `-- --changed [COMMIT]` runs
 * what the difference from the commit can affect; by default from the last one for which `npm test` passed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { closingLine, sum } from '../test/harness/editorRun.ts';
import { readRecords, type TestRecord } from '../test/harness/testRecords.ts';
import { findChromium } from './editor/chromium.ts';
import { installEditor } from './editor/install.ts';
import { editorVersions } from './editor/versions.ts';
import { runInLanes, type PartResult } from './lanes.ts';
import { exitOnSignals, run } from './processGroup.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { scriptOptions } from './scriptOptions.ts';
import { filesChangedSince, inputsOf, keysOf, readPassed, savePassed } from './testInputs.ts';
import {
  allParts,
  checks,
  defaultParts,
  isInDefault,
  plainParts,
  plainTestFiles,
  type TestPart,
} from './testParts.ts';
import { idsIn } from '../test/support/titleIds.ts';

const root = join(import.meta.dirname, '..');

/** Files that only tests of the repository itself read. */
const readByHouse =
  /^(?:docs|deploy|lab|scripts|bench|media|editors|\.[^/]+|[^/]+\.(?:md|json|mjs|data\.ts))(?:\/|$)|^Containerfile$|\.md$/;
/** Texts of the editor. */
const texts = /^(?:l10n\/|package(?:\.nls.*)?\.json$)/;
/** Files that each run depends on. */
const forAll =
  /^(?:package-lock\.json|tsconfig\.json|\.mocharc\.json|test\/(?:fixtures|harness)\/|scripts\/(?:test|build|bundles))/;

/**
 * Returns the parts that the difference from a commit can affect: the test files of the default run that import a changed file,
 * and the walk through the product if the extension changed. Of those that start programs, and cost most, only the near ones,
 * unless no other test has the file. Undefined if a file can affect all.
 */
async function partsChangedSince(commit: string): Promise<readonly TestPart[] | undefined> {
  const changed = await filesChangedSince(commit);
  if (changed.some((file) => forAll.test(file))) return undefined;
  const candidates = plainTestFiles().filter(isInDefault);
  const inputs = await inputsOf(candidates);
  const testsOf = (file: string): readonly string[] => {
    const imports = (test: string): boolean => inputs.get(test)?.files.has(file) === true;
    const near = nearTests(file, candidates);
    const isWanted = (test: string): boolean =>
      inputs.get(test)?.startsPrograms === true ? near.test(test) : imports(test);
    const wanted = file.startsWith('src/') ? candidates.filter(isWanted) : [];
    return wanted.length > 0 ? wanted : candidates.filter(imports);
  };
  const assigned = new Map(changed.map((file) => [file, testsOf(file)]));
  const affected = new Set([...assigned.values()].flat());
  for (const file of changed) {
    const read = [readByHouse.test(file) && 'house', texts.test(file) && 'extension'].filter(
      (room) => room !== false,
    );
    for (const test of candidates)
      if (read.some((room) => test.startsWith(`test/unit/${room}/`))) affected.add(test);
    const isKnown =
      read.length > 0 ||
      (assigned.get(file) ?? []).length > 0 ||
      /^src\/(?:extension|entrypoints)\/|^test\/(?:editor|ui)\//.test(file);
    if (!isKnown) return undefined;
  }
  const existing = changed.filter((file) => /\.(?:ts|mjs)$/.test(file) && existsSync(join(root, file)));
  return [
    ...(changed.some((file) => /^src\/(?:extension|entrypoints)\//.test(file)) ? [walk] : []),
    ...plainParts([...affected].sort()),
    ...checks.filter(({ name }) => name === 'types'),
    ...(existing.length > 0 ? [lintOf(existing)] : []),
  ];
}

/**
 * Matches the paths of tests whose programs are likely to use a source: those of its folder, or those directly in the folder
 * of its room if its own has no tests. Entry points are near all.
 */
function nearTests(file: string, tests: readonly string[]): RegExp {
  const [, room = '', folder = ''] = /^src\/(\w+)\/(\w+\/)?/.exec(file) ?? [];
  if (room === 'entrypoints') return /^/;
  const own = new RegExp(`^test/unit/${room}/${folder}`);
  return tests.some((test) => own.test(test)) ? own : new RegExp(`^test/unit/${room}/[^/]+$`);
}

const walk: TestPart = {
  name: 'test:ui, the walk',
  command: ['npm', 'run', '--silent', 'test:ui', '--', '--editor', '1.139.1', 'test/ui/start.test.ts'],
};

const lintOf = (files: readonly string[]): TestPart => ({
  name: 'eslint of the changed files',
  command: ['npx', 'eslint', '--max-warnings', '0', '--no-warn-ignored', ...files],
  isSingle: true,
});

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

function promises(): readonly string[] {
  const document = readFileSync(join(import.meta.dirname, '../SECURITY.md'), 'utf8');
  return Array.from(document.matchAll(/^- \*\*([A-Z]\d+)\*\* /gm), ([, code = '']) => code);
}

interface Proofs {
  /** Reasons why the run does not pass: a promise without a test that passed, or with a test that was skipped. */
  readonly missing: readonly string[];
  /** Tests that were skipped because the machine lacks a program that they name. */
  readonly notHere: readonly string[];
}

/** Compares promises with a run of all tests. Tests that failed are told elsewhere. */
function proofsIn(records: readonly TestRecord[], codes: readonly string[]): Proofs {
  const missing: string[] = [];
  const notHere: string[] = [];
  for (const code of codes) {
    // The title of a hook quotes that of its test.
    const tests = records.filter(({ title }) => idsIn(title).includes(code) && !title.includes('" hook'));
    const ran = tests.filter(({ skippedFor }) => skippedFor === undefined);
    const skipped = tests.filter(({ skippedFor }) => skippedFor !== undefined);
    if (tests.length === 0) missing.push(`${code}: no test of it ran`);
    for (const { title, skippedFor = '' } of skipped)
      if (skippedFor === '') missing.push(`${code}: skipped without a reason: ${title}`);
      else notHere.push(`${code}${ran.length > 0 ? ', in part' : ''}: without ${skippedFor}: ${title}`);
  }
  return { missing, notHere };
}
