import { dirname } from 'node:path';
import type { ImportGraph } from '../../test/support/importGraph.ts';

/** Tests that may notice a mutant of a file. The near ones run first. */
export interface TestStages {
  /** The tests of its folder that load the file: most mutants end here. */
  readonly near: readonly string[];
  /**
   * Other tests of its layer that load the file, those that run whole programs, and the simulation if it loads the file.
   * For a file that no test of its layer loads, the tests of other layers that load it through the fewest files.
   */
  readonly far: readonly string[];
}

/** The rooms of the program that agents start. The tests of each reach both. */
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
  const distances = distancesTo(file, graph);
  const loading = [...distances.keys()].filter(
    (name) => name.startsWith('test/') && name.endsWith('.test.ts') && !runsPrograms(name),
  );
  const inLayer = loading.filter((test) => isBelow(test, [layer, ...elsewhere]));
  const programs = [...graph.keys()].filter(
    (name) => runsPrograms(name) && isBelow(name, [folder, ...elsewhere]),
  );
  const isNear = (test: string): boolean => dirname(test) === folder;
  const isSimulation = (test: string): boolean => isBelow(test, ['test/simulation']);
  const far = [...inLayer.filter((test) => !isNear(test)), ...programs, ...loading.filter(isSimulation)];
  const near = inLayer.filter(isNear);
  if (near.length + far.length > 0) return { near, far };
  const units = loading.filter((test) => isBelow(test, ['test/unit']));
  const [nearest] = units.map((test) => distances.get(test));
  return { near, far: units.filter((test) => distances.get(test) === nearest) };
}

/** Maps everything that imports a file to the number of imports in between, in ascending order. */
function distancesTo(file: string, graph: ImportGraph): ReadonlyMap<string, number> {
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
