import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../../../scripts/temporaryFolder.ts';
import { filesInCircles, importGraph, type ImportGraph } from '../../support/importGraph.ts';
import { order, tied } from './rooms.data.ts';

const root = join(import.meta.dirname, '../../..');

/** The room of a file in a folder; undefined for files outside of it and loose files. */
function roomIn(folder: string, file: string): string | undefined {
  if (!file.startsWith(`${folder}/`)) return undefined;
  const [room, ...rest] = file.slice(folder.length + 1).split('/');
  return rest.length === 0 ? undefined : room;
}

/** The rooms of each folder that has some. */
function roomsOf(graph: ImportGraph): ReadonlyMap<string, ReadonlySet<string>> {
  const rooms = new Map<string, Set<string>>();
  for (const file of graph.keys()) {
    const parts = file.split('/');
    for (let depth = 1; depth < parts.length - 1; depth++) {
      const folder = parts.slice(0, depth).join('/');
      const room = roomIn(folder, file);
      if (room !== undefined) rooms.set(folder, (rooms.get(folder) ?? new Set()).add(room));
    }
  }
  return rooms;
}

/**
 * Imports of a room of a folder that do not lead to a room below it, also over loose files of the folder, by
 * `file → loose file → room`. A loose file must not carry an import upwards.
 */
function upward(graph: ImportGraph, folder: string): readonly string[] {
  const entries = (order[folder] ?? []).map((entry) => (typeof entry === 'string' ? [entry] : entry));
  const height = new Map(entries.flatMap((rooms, index) => rooms.map((room) => [room, index] as const)));
  const isLoose = (file: string): boolean => dirname(file) === folder;
  const neededBy = (file: string, seen = new Set<string>()): ReadonlySet<string> => {
    if (seen.has(file)) return new Set();
    seen.add(file);
    return new Set(
      (graph.get(file) ?? []).flatMap((imported) =>
        isLoose(imported) ? [...neededBy(imported, seen)] : (roomIn(folder, imported) ?? []),
      ),
    );
  };
  return [...graph].flatMap(([file, imports]) => {
    const from = roomIn(folder, file);
    if (from === undefined) return [];
    const isUp = (to: string): boolean => (height.get(to) ?? Infinity) >= (height.get(from) ?? -Infinity);
    return imports.flatMap((imported) => {
      const direct = roomIn(folder, imported);
      if (direct !== undefined) return direct !== from && isUp(direct) ? [`${file} → ${direct}`] : [];
      if (!isLoose(imported) || tied.has(folder)) return [];
      return [...neededBy(imported)].filter(isUp).map((to) => `${file} → ${imported} → ${to}`);
    });
  });
}

/** Returns the arrows of the first picture of a text, `a → b`, and those that follow from two others. */
function picturedArrows(text: string): ReadonlySet<string> {
  const [, picture = ''] = text.split('```mermaid\n');
  const [body = ''] = picture.split('```');
  const arrows = new Set<string>();
  for (const [, from, targets = ''] of body.matchAll(/^ +(\w+) --> (.+)$/gm))
    for (const to of targets.split(' & ')) arrows.add(`${from} → ${to}`);
  for (let size = 0; size < arrows.size;) {
    size = arrows.size;
    const pairs = [...arrows].map((arrow) => arrow.split(' → '));
    for (const [from, middle] of pairs)
      for (const [start, to] of pairs) if (start === middle) arrows.add(`${from} → ${to}`);
  }
  return arrows;
}

describe('imports', () => {
  let graph: ImportGraph;
  let product: ImportGraph;

  before(() => {
    graph = importGraph(root, 'src', 'scripts', 'bench', 'lab', 'test');
    product = new Map([...graph].filter(([file]) => file.startsWith('src/')));
  });

  it('make no circle of files, also not for types', () => assert.deepEqual(filesInCircles(graph), []));

  it('of the product never lead to tests, scripts, benches or the laboratory', () => {
    const outward = [...product]
      .flatMap(([file, imports]) => imports.map((imported) => `${file} → ${imported}`))
      .filter((line) => /→ (?:test|scripts|bench|lab)\//.test(line));
    assert.deepEqual(outward, []);
  });

  it('stay in rooms that have a place in the order of their folder', () => {
    for (const [folder, rooms] of roomsOf(product))
      if (rooms.size > 1) assert.deepEqual((order[folder] ?? []).flat().sort(), [...rooms].sort(), folder);
  });

  for (const folder of Object.keys(order))
    it(`lead only to rooms below, also over loose files: ${folder}`, () =>
      assert.deepEqual(upward(product, folder), []));

  it('between rooms have an arrow each in the picture of ARCHITECTURE.md, which has no other arrow', () => {
    const imported = new Set<string>();
    for (const [file, imports] of product)
      for (const other of imports) {
        const from = roomIn('src', file);
        const to = roomIn('src', other);
        if (from !== undefined && to !== undefined && from !== to) imported.add(`${from} → ${to}`);
      }
    // Every other arrow that follows from two is an import too.
    imported.add('entrypoints → secrets');
    const pictured = picturedArrows(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'));
    assert.deepEqual([...pictured].sort(), [...imported].sort());
  });
});

describe('the search for', () => {
  it('imports finds every form of them, and none in a comment', () => {
    const folder = temporaryFolder('imports');
    const lines = [
      "// import './comment.ts';",
      "import { value } from './1.ts';",
      "import type { Type } from './2.ts';",
      "import { type Other } from './3.ts';",
      "export { exported } from './4.ts';",
      "export type * from './5.ts';",
      "const load = () => import('./6.ts');",
      "type Late = import('./7.ts').Late;",
      "import './8.ts';",
    ];
    const files = Array.from({ length: 8 }, (_, index) => `${index + 1}.ts`);
    for (const file of ['comment.ts', ...files]) writeFileSync(join(folder, file), '');
    writeFileSync(join(folder, 'all.ts'), lines.join('\n'));
    assert.deepEqual(importGraph(folder, '.').get('all.ts'), files);
  });

  it('circles finds the files on one, and none that only leads there', () => {
    const imports = { a: ['b'], b: ['c', 'd'], c: ['a'], d: [], itself: ['itself'], leading: ['a', 'd'] };
    assert.deepEqual(filesInCircles(new Map(Object.entries(imports))), ['a', 'b', 'c', 'itself']);
  });

  it('arrows that point upwards finds those from a higher room or the same level, also over loose files', () => {
    const arrows = (file: string, ...steps: readonly string[]): readonly string[] =>
      upward(new Map([file, ...steps].map((from, index) => [from, steps.slice(index, index + 1)])), 'src');
    const overLoose = (room: string, to: string): readonly string[] =>
      arrows(`src/${room}/a.ts`, 'src/loose.ts', 'src/other.ts', `src/${to}/b.ts`);
    assert.deepEqual(arrows('src/core/a.ts', 'src/node/b.ts'), ['src/core/a.ts → node']);
    assert.deepEqual(arrows('src/cli/a.ts', 'src/tools/b.ts'), ['src/cli/a.ts → tools']);
    assert.deepEqual(arrows('src/new/a.ts', 'src/core/b.ts'), ['src/new/a.ts → core']);
    assert.deepEqual(overLoose('core', 'node'), ['src/core/a.ts → src/loose.ts → node']);
    assert.deepEqual(overLoose('core', 'core'), ['src/core/a.ts → src/loose.ts → core']);
    assert.deepEqual(overLoose('node', 'core'), []);
    assert.deepEqual(arrows('src/node/a.ts', 'src/core/b.ts'), []);
    assert.deepEqual(arrows('src/core/a.ts', 'src/core/gate/b.ts'), []);
    assert.deepEqual(arrows('src/a.ts', 'src/node/b.ts'), []);
  });

  it('arrows of a picture follows them over several rooms', () => {
    const pictured = picturedArrows('```mermaid\n  a --> b & c\n  b --> d\n```');
    assert.deepEqual([...pictured].sort(), ['a → b', 'a → c', 'a → d', 'b → d']);
  });
});
