import { dirname } from 'node:path';
import type { ImportGraph } from '../../test/support/importGraph.ts';

/** Tests that may notice a mutant of a file, with the number of imports from each to the file. */
export interface TestStages {
  /**
   * The tests of its layer that load the file. For a file that no test of its layer loads, the tests of other layers that
   * load it through the fewest files.
   */
  readonly units: ReadonlyMap<string, number>;
  /**
   * The simulation if it loads the file, and the tests of whole programs in its folder or, for the hook, in its room. They
   * are slow, and most mutants end before.
   */
  readonly programs: readonly string[];
}

/** The rooms of the program that agents start. The unit tests of each reach both. */
const hookRooms = ['agents', 'cli/hook'];

/** @param graph imports of `src` and `test` */
export function testsFor(file: string, graph: ImportGraph): TestStages {
  const folder = dirname(file).replace(/^src\//, 'test/unit/');
  const layer = folder.split('/').slice(0, 3).join('/');
  const isBelow = (name: string, places: readonly string[]): boolean =>
    places.some((place) => name.startsWith(`${place}/`));
  const hookTests = hookRooms.map((room) => `test/unit/${room}`);
  const elsewhere = isBelow(`${folder}/`, hookTests) ? hookTests : [];
  // Tests of whole programs load the file in another process, which the graph does not see.
  const runsPrograms = (test: string): boolean => test.endsWith('.e2e.test.ts');
  const loading = [...distancesTo(file, graph)].filter(
    ([name]) => name.startsWith('test/') && name.endsWith('.test.ts') && !runsPrograms(name),
  );
  const room = hookTests.find((place) => isBelow(`${folder}/`, [place])) ?? folder;
  const programs = [
    ...loading.map(([test]) => test).filter((test) => isBelow(test, ['test/simulation'])),
    ...[...graph.keys()].filter((name) => runsPrograms(name) && isBelow(name, [room])),
  ];
  const units = loading.filter(([test]) => isBelow(test, [layer, ...elsewhere]));
  if (units.length + programs.length > 0) return { units: new Map(units), programs };
  const others = loading.filter(([test]) => isBelow(test, ['test/unit']));
  const nearest = others[0]?.[1];
  return { units: new Map(others.filter(([, distance]) => distance === nearest)), programs };
}

/** Maps everything that imports a file, directly or through others, to the number of imports, in ascending order. */
export function distancesTo(file: string, graph: ImportGraph): ReadonlyMap<string, number> {
  const importers = new Map<string, string[]>();
  for (const [from, imports] of graph)
    for (const to of imports) importers.set(to, [...(importers.get(to) ?? []), from]);
  const distances = new Map([[file, 0]]);
  // A Map hands out what is added while it is read.
  for (const [name, distance] of distances)
    for (const importer of importers.get(name) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  return distances;
}
