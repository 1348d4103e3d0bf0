import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { importGraph, type ImportGraph } from '../../support/importGraph.ts';
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

describe('rooms', () => {
  let graph: ImportGraph;

  before(() => {
    graph = importGraph(root, 'src');
  });

  it('of a folder that has several all have a place in its order', () => {
    for (const [folder, rooms] of roomsOf(graph))
      if (rooms.size > 1) assert.deepEqual((order[folder] ?? []).flat().sort(), [...rooms].sort(), folder);
  });

  for (const folder of Object.keys(order))
    it(`import only from rooms below them, also over loose files: ${folder}`, () =>
      assert.deepEqual(upward(graph, folder), []));
});

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

describe('the picture of the rooms in ARCHITECTURE.md', () => {
  it('has an arrow for each import, and no other arrow', () => {
    const imported = new Set<string>();
    for (const [file, imports] of importGraph(root, 'src'))
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

  it('follows arrows over several rooms', () =>
    assert.deepEqual([...picturedArrows('```mermaid\n  a --> b & c\n  b --> d\n```')].sort(), [
      'a → b',
      'a → c',
      'a → d',
      'b → d',
    ]));
});

describe('the search for arrows that point upwards', () => {
  const arrows = (file: string, ...steps: readonly string[]): readonly string[] =>
    upward(new Map([file, ...steps].map((from, index) => [from, steps.slice(index, index + 1)])), 'src');

  it('finds an import from a higher room, and from a room of the same level', () => {
    assert.deepEqual(arrows('src/core/a.ts', 'src/node/b.ts'), ['src/core/a.ts → node']);
    assert.deepEqual(arrows('src/cli/a.ts', 'src/tools/b.ts'), ['src/cli/a.ts → tools']);
  });

  it('finds none from a lower room, in the same room, or of a loose file', () => {
    assert.deepEqual(arrows('src/node/a.ts', 'src/core/b.ts'), []);
    assert.deepEqual(arrows('src/core/a.ts', 'src/core/gate/b.ts'), []);
    assert.deepEqual(arrows('src/a.ts', 'src/node/b.ts'), []);
  });

  it('finds an import over loose files, from a higher room and from the same', () => {
    const over = (room: string, to: string): readonly string[] =>
      arrows(`src/${room}/a.ts`, 'src/loose.ts', 'src/other.ts', `src/${to}/b.ts`);
    assert.deepEqual(over('core', 'node'), ['src/core/a.ts → src/loose.ts → node']);
    assert.deepEqual(over('core', 'core'), ['src/core/a.ts → src/loose.ts → core']);
    assert.deepEqual(over('node', 'core'), []);
  });

  it('finds every import of a room without a place in the order', () =>
    assert.deepEqual(arrows('src/new/a.ts', 'src/core/b.ts'), ['src/new/a.ts → core']));
});
