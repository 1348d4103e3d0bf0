import { dirname, join } from 'node:path';
import type { ImportGraph } from '../../test/support/importGraph.ts';

/** Tests that may notice a mutant of a file, in the order in which they are run. */
export interface TestStages {
  /** The tests of its folder that load the file: most mutants end here. */
  readonly near: readonly string[];
  /** Other tests of its layer that load the file, then those that run whole programs, then the simulation if it loads it. */
  readonly far: readonly string[];
}

/** The tests of the program that agents start: they reach `src/agents` and all of `src/cli/hook`. */
const hookTests = 'test/unit/cli/hook';

/** @param graph imports of `src` and `test` */
export function testsFor(file: string, graph: ImportGraph): TestStages {
  const folder = dirname(file).replace(/^src\//, 'test/unit/');
  const layer = folder.split('/').slice(0, 3).join('/');
  const elsewhere = /^test\/unit\/(?:agents|cli\/hook)(?:\/|$)/.test(folder) ? [hookTests] : [];
  const tests = [...graph.keys()].filter(
    (name) =>
      [layer, ...elsewhere].some((place) => name.startsWith(`${place}/`)) && name.endsWith('.test.ts'),
  );
  // Tests of whole programs load the file in another process, which the graph does not see.
  const runsPrograms = (test: string): boolean => test.endsWith('.e2e.test.ts');
  const isNear = (test: string): boolean => dirname(test) === folder && !runsPrograms(test);
  const loading = importersOf(file, graph);
  const far = tests.filter((test) => !isNear(test) && !runsPrograms(test) && loading.has(test));
  const programs = tests.filter(
    (test) => runsPrograms(test) && [folder, ...elsewhere].some((place) => test.startsWith(join(place, '/'))),
  );
  const simulations = [...loading].filter((test) => /^test\/simulation\/.*\.test\.ts$/.test(test));
  return {
    near: tests.filter((test) => isNear(test) && loading.has(test)),
    far: [...far, ...programs, ...simulations],
  };
}

/** Everything that imports a file, also by way of others. */
function importersOf(file: string, graph: ImportGraph): ReadonlySet<string> {
  const importers = new Map<string, string[]>();
  for (const [from, imports] of graph)
    for (const to of imports) importers.set(to, [...(importers.get(to) ?? []), from]);
  const found = new Set<string>();
  const waiting = [file];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const importer of importers.get(next) ?? [])
      if (!found.has(importer)) {
        found.add(importer);
        waiting.push(importer);
      }
  return found;
}
