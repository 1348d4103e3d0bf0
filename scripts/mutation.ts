/**
 * `npm run mutation`: changes the source in small ways (mutants) and counts how many of them unit tests notice. Prints a
 * JSON line with the score over all and per room. The mutants that no test noticed go to stderr. `-- --sample N` tries N
 * mutants (default 300; 0: all), chosen by `--seed N`; `-- --files core,cli/hook` takes the files whose path below `src`
 * begins with one of the texts (default `core`).
 *
 * Each mutant takes a separate run of mocha, first with the tests of its folder, then with the others that load it.
 * Stryker, the usual tool, does not work with the version of mocha in use here.
 */
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { importGraph } from '../test/support/importGraph.ts';
import { candidatesOf, sampleOf, type Candidate } from './mutation/candidates.ts';
import { testsFor } from './mutation/nearTests.ts';
import { scoreOf, type Fate } from './mutation/score.ts';
import { exitOnSignals, startGroup } from './processGroup.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const root = join(import.meta.dirname, '..');
/** A run that takes this many times as long as one without a mutant counts as endless. */
const patience = 5;
/** For a machine that is busy with something else. */
const shortestLimitMs = 20_000;
/** For a file of tests without a mutant, whose duration is not known yet. */
const longestLimitMs = 15 * 60_000;

/** Makes a copy of the files that tests need, into which mutants are written. Returns its path. */
function layOutCopy(): string {
  const folder = temporaryFolder('mutation');
  const parts = [
    ...['src', 'test', 'scripts', 'docs', 'l10n', 'media'],
    ...['package.json', 'package.nls.json', 'package.nls.de.json'],
    ...['.mocharc.json', 'eslint.config.mjs', 'tsconfig.json', 'README.md', 'CONTRIBUTING.md'],
  ];
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Returns whether the tests fail; undefined if they did not end within the limit. */
async function testsFail(
  copy: string,
  tests: readonly string[],
  timeLimitMs = longestLimitMs,
): Promise<boolean | undefined> {
  const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env;
  await using mocha = await startGroup(
    process.execPath,
    ['node_modules/mocha/bin/mocha.js', '--bail', ...tests],
    {
      cwd: copy,
      stdio: 'ignore',
      // Only the changed file is compiled again.
      env: { ...inherited, NODE_COMPILE_CACHE: join(copy, '.cache/compiled') },
    },
  );
  const late = new AbortController();
  const timer = setTimeout(() => {
    late.abort();
    void mocha.stop();
  }, timeLimitMs);
  const code = await mocha.exited;
  clearTimeout(timer);
  return late.signal.aborted ? undefined : code !== 0;
}

/** Milliseconds that each test file takes without a mutant. */
const durations = new Map<string, Promise<number>>();

/** @throws Error when the test fails without a mutant */
function durationOf(test: string, copy: string): Promise<number> {
  const measure = async (): Promise<number> => {
    const started = Date.now();
    if (await testsFail(copy, [test])) throw new Error(`Tests fail without a mutant: ${test}`);
    return Date.now() - started;
  };
  const known = durations.get(test) ?? measure();
  durations.set(test, known);
  return known;
}

interface TestPlan {
  /** The shortest first. */
  readonly tests: readonly string[];
  readonly timeLimitMs: number;
}

/** Measures test files one by one: many mutants need the same slow files, each with different others. */
async function planOf(tests: readonly string[], copy: string): Promise<TestPlan> {
  const measured: { readonly test: string; readonly ms: number }[] = [];
  for (const test of tests) measured.push({ test, ms: await durationOf(test, copy) });
  measured.sort((a, b) => a.ms - b.ms);
  const sum = measured.reduce((before, { ms }) => before + ms, 0);
  return {
    tests: measured.map(({ test }) => test),
    timeLimitMs: Math.max(shortestLimitMs, patience * sum),
  };
}

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    files: { type: 'string', default: 'core' },
  },
});

exitOnSignals();
// The copies are read from here on, so that the repository may change meanwhile.
const copies = Array.from({ length: availableParallelism() }, layOutCopy);
const [pristine = root] = copies;
const graph = importGraph(pristine, 'src', 'test');
const all = candidatesOf(pristine, values.files.split(','));
const chosen = sampleOf(all, Number(values.sample), Number(values.seed));
const waiting = [...chosen];
const fates: (Candidate & { readonly fate: Fate })[] = [];

async function fateOf({ file, start, end, replacement }: Candidate, copy: string): Promise<Fate> {
  const code = readFileSync(join(copy, file), 'utf8');
  const { near, far } = testsFor(file, graph);
  for (const stage of [near, far].filter(({ length }) => length > 0)) {
    const { tests, timeLimitMs } = await planOf(stage, copy);
    writeFileSync(join(copy, file), code.slice(0, start) + replacement + code.slice(end));
    const failed = await testsFail(copy, tests, timeLimitMs);
    writeFileSync(join(copy, file), code);
    if (failed !== false) return failed ? 'killed' : 'slow';
  }
  return 'survived';
}

async function work(copy: string): Promise<void> {
  try {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const fate = await fateOf(next, copy);
      fates.push({ ...next, fate });
      if (fate !== 'survived') continue;
      const { file, line, replacement } = next;
      console.error(`survived: ${file}:${line} → ${replacement}`);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

await Promise.all(copies.map(work));
console.log(
  JSON.stringify({ ...scoreOf(fates), tried: fates.length, mutants: all.length, seed: Number(values.seed) }),
);
