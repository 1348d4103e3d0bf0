/**
 * `npm run mutation`: changes the source in small ways (mutants) and counts how many of them unit tests notice. Prints a
 * JSON line with the score over all and per room. The mutants that no test noticed go to stderr. `-- --sample N` tries N
 * mutants (default 300; 0: all), chosen by `--seed N`; `-- --files core,cli/hook` takes the files whose path below `src`
 * begins with one of the texts (default `core`).
 *
 * Each test file first runs without a mutant, which shows how long it takes and which functions it calls. Only tests that
 * call the function of a mutant run with it, the quick and near ones first, until one fails.
 * Stryker 10.0.0, the usual tool, was tried on core/webhooks. Its runner for mocha requires `mocha/lib/cli/run-helpers`, which
 * mocha 12.0.3 does not have. Its runner for commands runs all tests of a room for each mutant.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { importGraph } from '../test/support/importGraph.ts';
import { isCalledAt, readCalledFunctions, type CalledFunctions } from './mutation/calledFunctions.ts';
import { candidatesOf, sampleOf, type Candidate } from './mutation/candidates.ts';
import { MutatedCopy } from './mutation/mutatedCopy.ts';
import { distancesTo, testsFor } from './mutation/nearTests.ts';
import { runsOf, type OrderedTest } from './mutation/order.ts';
import { scoreOf, type Fate } from './mutation/score.ts';
import { exitOnSignals } from './processGroup.ts';

/** For a file of tests without a mutant, whose duration is not known yet. */
const longestPauseMs = 10 * 60_000;

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    files: { type: 'string', default: 'core' },
  },
});

exitOnSignals();
const repository = join(import.meta.dirname, '..');
// The copies are read from here on, so that the repository may change meanwhile.
const copies = Array.from({ length: availableParallelism() }, () => new MutatedCopy(repository));
const pristine = copies[0]?.root ?? repository;
const graph = importGraph(pristine, 'src', 'test');
const all = candidatesOf(pristine, values.files.split(','));
const chosen = sampleOf(all, Number(values.sample), Number(values.seed));
const buildUsers = distancesTo('test/support/builtCli.ts', graph);

/** How a test file runs without a mutant. */
interface Measured {
  readonly test: string;
  readonly ms: number;
  readonly longestPauseMs: number;
  readonly called: CalledFunctions;
}

const measurements = new Map<string, Promise<Measured>>();

/** @throws Error when the test fails without a mutant */
function measure(test: string, copy: MutatedCopy): Promise<Measured> {
  const run = async (): Promise<Measured> => {
    const coverage = mkdtempSync(join(copy.root, '.coverage-'));
    const toRun = { tests: [test], longestPauseMs, needBuild: buildUsers.has(test) };
    // V8 counts code from the cache of compiled code less exactly.
    const variables = { NODE_V8_COVERAGE: coverage, NODE_DISABLE_COMPILE_CACHE: '1' };
    const { outcome, ...measured } = await copy.run(toRun, null, variables);
    if (outcome !== 'passed') throw new Error(`Tests fail without a mutant: ${test}`);
    const called = readCalledFunctions(coverage, copy.root);
    rmSync(coverage, { recursive: true });
    return { test, ...measured, called };
  };
  const known = measurements.get(test) ?? run();
  measurements.set(test, known);
  return known;
}

/** How many mutants of a source each test file has noticed, by both paths. */
const kills = new Map<string, number>();

/** Returns those of the tests that may notice a mutant. */
async function choose(
  tests: ReadonlyMap<string, number>,
  { file, start }: Candidate,
  copy: MutatedCopy,
): Promise<readonly (Measured & OrderedTest)[]> {
  const isUnknown = (test: string): boolean => !measurements.has(test);
  const useful: (Measured & OrderedTest)[] = [];
  // The copies measure different tests at the same time.
  for (let next = [...tests.keys()].find(isUnknown); next; next = [...tests.keys()].find(isUnknown))
    await measure(next, copy);
  for (const [test, distance] of tests) {
    const measured = await measure(test, copy);
    // The calls in a bundle are not known.
    if (buildUsers.has(test) || isCalledAt(measured.called, file, start))
      useful.push({ ...measured, distance, kills: kills.get(`${file} ${test}`) ?? 0 });
  }
  return useful;
}

async function fateOf(mutant: Candidate, copy: MutatedCopy): Promise<Fate> {
  const { units, programs } = testsFor(mutant.file, graph);
  for (const stage of [units, new Map(programs.map((test) => [test, 1]))])
    for (const tests of runsOf(await choose(stage, mutant, copy))) {
      const names = tests.map(({ test }) => test);
      const { outcome, failedIn } = await copy.run(
        {
          tests: names,
          longestPauseMs: Math.max(...tests.map((test) => test.longestPauseMs)),
          needBuild: names.some((test) => buildUsers.has(test)),
        },
        mutant,
      );
      if (outcome === 'passed') continue;
      const killer = `${mutant.file} ${failedIn ?? ''}`;
      kills.set(killer, (kills.get(killer) ?? 0) + 1);
      return outcome === 'slow' ? 'slow' : 'killed';
    }
  return 'survived';
}

// File by file: what noticed a mutant probably notices the next one of the same file.
const waiting = [...chosen].sort((a, b) => (a.file < b.file ? 1 : -1));
const fates: (Candidate & { readonly fate: Fate })[] = [];

async function work(copy: MutatedCopy): Promise<void> {
  try {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const fate = await fateOf(next, copy);
      fates.push({ ...next, fate });
      if (fate !== 'survived') continue;
      const { file, line, replacement } = next;
      console.error(`survived: ${file}:${line} → ${replacement}`);
    }
  } finally {
    copy.remove();
  }
}

await Promise.all(copies.map(work));
console.log(
  JSON.stringify({ ...scoreOf(fates), tried: fates.length, mutants: all.length, seed: Number(values.seed) }),
);
