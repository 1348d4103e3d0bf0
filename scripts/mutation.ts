/**
 * `npm run mutation`: changes the source in small ways (mutants) and counts how many of them tests notice. Prints a JSON
 * line with the score over all and per room. The mutants that no test noticed go to stderr. `-- --sample N` tries N mutants
 * (default 300; 0: all), chosen by `--seed N`; `-- --files core,cli/hook` takes the files whose path below `src` begins with
 * one of the texts (default `core`).
 *
 * Stryker 10.0.0, the usual tool, was tried on core/webhooks. Its runner for mocha requires `mocha/lib/cli/run-helpers`, which
 * mocha 12.0.3 does not have. Its runner for commands runs all tests of a room for each mutant.
 */
import { readFileSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { importGraph, type ImportGraph } from '../test/support/importGraph.ts';
import { mutantsOf, type Mutant } from './mutation/mutants.ts';
import { exitOnSignals, startGroup } from './processGroup.ts';
import { scriptOptions } from './scriptOptions.ts';
import { filesBelow } from './filesBelow.ts';
import { temporaryFolder } from './temporaryFolder.ts';

/** A mutant of a file, whose path is relative to the repository. */
interface FileMutant extends Mutant {
  readonly file: string;
}

/** For a machine that is busy with something else. */
const shortestLimitMs = 20_000;
/** Tests that take this many times as long as without a mutant count as endless. */
const patience = 5;

/** The parts of the repository that tests read. */
const parts = (
  'src test scripts docs l10n media package.json package.nls.json package.nls.de.json .mocharc.json ' +
  'eslint.config.mjs tsconfig.json README.md CONTRIBUTING.md'
).split(' ');

/** A copy of the files that tests need, into which one mutant at a time is written. */
class MutatedCopy {
  readonly root: string;
  readonly #folder = temporaryFolder('mutation');
  /** The limit for tests that ran without a mutant, by their names. */
  readonly #limits = new Map<string, number>();

  constructor(from: string) {
    this.root = join(this.#folder, 'repository');
    for (const part of parts) cpSync(join(from, part), join(this.root, part), { recursive: true });
    symlinkSync(join(from, 'node_modules'), join(this.root, 'node_modules'));
  }

  /**
   * Returns whether one of the tests fails, or does not end, with the mutant. Afterwards, the source is as before.
   * @throws Error when they fail without it
   */
  async notices({ file, start, end, replacement }: FileMutant, tests: readonly string[]): Promise<boolean> {
    const started = Date.now();
    const limit = this.#limits.get(tests.join());
    if (limit === undefined) {
      if (!(await this.#pass(tests, 15 * 60_000))) throw new Error(`Fails without a mutant: ${tests.join()}`);
      this.#limits.set(tests.join(), Math.max(shortestLimitMs, patience * (Date.now() - started)));
    }
    const path = join(this.root, file);
    const code = readFileSync(path, 'utf8');
    writeFileSync(path, code.slice(0, start) + replacement + code.slice(end));
    try {
      return !(await this.#pass(tests, limit ?? this.#limits.get(tests.join()) ?? shortestLimitMs));
    } finally {
      writeFileSync(path, code);
    }
  }

  async #pass(tests: readonly string[], limitMs: number): Promise<boolean> {
    const temporary = join(this.#folder, 'temporary');
    mkdirSync(temporary);
    await using mocha = await startGroup(
      process.execPath,
      [
        // `exit`: a mutant can leave a timer behind. The limits of single tests are too short for a busy machine.
        'node_modules/mocha/bin/mocha.js',
        '--bail',
        '--exit',
        '--timeout',
        String(limitMs),
        ...tests,
      ],
      {
        cwd: this.root,
        stdio: 'ignore',
        // Only the changed file is compiled again.
        env: { ...process.env, TMPDIR: temporary, NODE_COMPILE_CACHE: join(this.#folder, 'compiled') },
      },
    );
    const limit = setTimeout(() => void mocha.stop(), limitMs);
    const code = await mocha.exited;
    clearTimeout(limit);
    // Tests that were ended leave files.
    rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
    return code === 0;
  }
}

/** The rooms of the program that agents start. The unit tests of each reach both. */
const hookTests = ['test/unit/agents', 'test/unit/cli/hook'];

/** The mutants of some files of `src`, in an order that the seed decides. */
function mutantsIn(root: string, parts: readonly string[], seed: number): readonly FileMutant[] {
  const rank = ({ file, start, replacement }: FileMutant): number => {
    let hash = seed | 0;
    for (const character of `${file}:${start}:${replacement}`)
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
    return hash;
  };
  return filesBelow(root, '.ts', 'src')
    .filter((file) => parts.some((part) => file.startsWith(`src/${part}`)) && !file.endsWith('.data.ts'))
    .flatMap((file) =>
      mutantsOf(readFileSync(join(root, file), 'utf8')).map((mutant) => ({ file, ...mutant })),
    )
    .map((mutant) => ({ mutant, rank: rank(mutant) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ mutant }) => mutant);
}

/** Maps everything that imports a file, directly or through others, to the number of imports. */
function distancesTo(file: string, graph: ImportGraph): ReadonlyMap<string, number> {
  const importers = new Map<string, string[]>();
  for (const [from, imports] of graph)
    for (const to of imports) importers.set(to, [...(importers.get(to) ?? []), from]);
  const distances = new Map([[file, 0]]);
  // A Map hands out what is added while it is read.
  for (const [name, distance] of distances)
    for (const from of importers.get(name) ?? []) if (!distances.has(from)) distances.set(from, distance + 1);
  return distances;
}

/**
 * The tests that may notice a mutant of a file, in stages, because most mutants end in the first: the nearest unit tests of
 * its layer (of any layer, if none of its own loads it), the others of its layer, and whole programs with the simulation.
 */
function stagesFor(file: string, graph: ImportGraph): readonly (readonly string[])[] {
  const folder = dirname(file).replace(/^src\//, 'test/unit/');
  const isBelow = (name: string, ...places: readonly string[]): boolean =>
    places.some((place) => `${name}/`.startsWith(`${place}/`));
  const rooms = isBelow(folder, ...hookTests) ? hookTests : [folder.split('/').slice(0, 3).join('/')];
  const runsPrograms = (test: string): boolean => test.endsWith('.e2e.test.ts');
  const loading = [...distancesTo(file, graph)].filter(
    ([name]) => name.endsWith('.test.ts') && !runsPrograms(name),
  );
  const ofLayer = loading.filter(([test]) => isBelow(test, ...rooms));
  const units = ofLayer.length > 0 ? ofLayer : loading.filter(([test]) => isBelow(test, 'test/unit'));
  const nearest = units[0]?.[1];
  // Programs load the file in another process, which the graph does not see.
  const programs = [...graph.keys()].filter((name) => runsPrograms(name) && isBelow(name, folder));
  const simulation = loading.map(([test]) => test).filter((test) => isBelow(test, 'test/simulation'));
  return [
    units.filter(([, distance]) => distance === nearest).map(([test]) => test),
    ofLayer.filter(([, distance]) => distance !== nearest).map(([test]) => test),
    [...simulation, ...programs],
  ].filter(({ length }) => length > 0);
}

const { values } = scriptOptions({
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
const mutants = mutantsIn(pristine, values.files.split(','), Number(values.seed));
const chosen = values.sample === '0' ? mutants : mutants.slice(0, Number(values.sample));
const waiting = [...new Set(chosen.map(({ file }) => file))];
const fates: { readonly room: string; readonly isNoticed: boolean }[] = [];

async function isNoticed(mutant: FileMutant, stages: readonly (readonly string[])[], copy: MutatedCopy) {
  for (const tests of stages) if (await copy.notices(mutant, tests)) return true;
  console.error(`survived: ${mutant.file}:${mutant.line} → ${mutant.replacement}`);
  return false;
}

async function work(copy: MutatedCopy): Promise<void> {
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    const stages = stagesFor(file, graph);
    for (const mutant of chosen.filter((one) => one.file === file))
      fates.push({ room: roomOf(file), isNoticed: await isNoticed(mutant, stages, copy) });
  }
}

/** The room of a file of `src`: the folder below its layer, or the layer. */
function roomOf(file: string): string {
  const [, layer = '', room = ''] = file.split('/');
  return room === '' || room.endsWith('.ts') ? layer : `${layer}/${room}`;
}

/** The share of mutants that some test noticed, in per cent. */
const scoreOf = (some: typeof fates): number =>
  Number(((100 * some.filter((fate) => fate.isNoticed).length) / Math.max(1, some.length)).toFixed(1));

await Promise.all(copies.map(work));
const rooms = [...new Set(fates.map(({ room }) => room))].sort();
console.log(
  JSON.stringify({
    score: scoreOf(fates),
    rooms: Object.fromEntries(
      rooms.map((room) => [room, scoreOf(fates.filter((fate) => fate.room === room))]),
    ),
    tried: fates.length,
    mutants: mutants.length,
    seed: Number(values.seed),
  }),
);
