import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { circlesOf, importGraph, type ImportGraph } from '../../support/importGraph.ts';

const root = join(import.meta.dirname, '../../..');

describe('imports', () => {
  let graph: ImportGraph;

  before(function () {
    this.timeout(30_000);
    graph = importGraph(root, 'src', 'scripts', 'bench', 'lab', 'test');
  });

  it('make no circle of files, also not for types', () => assert.deepEqual(circlesOf(graph), []));

  it('of the product never lead to tests, scripts, benches or the laboratory', () => {
    const outward = [...graph]
      .filter(([file]) => file.startsWith('src/'))
      .flatMap(([file, imports]) => imports.map((imported) => `${file} → ${imported}`))
      .filter((line) => /→ (?:test|scripts|bench|lab)\//.test(line));
    assert.deepEqual(outward, []);
  });
});

describe('the search for circles of imports', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'service-circles-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function circles(files: Readonly<Record<string, string>>): readonly (readonly string[])[] {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, 'src', name)), { recursive: true });
      writeFileSync(join(folder, 'src', name), text);
    }
    return circlesOf(importGraph(folder, 'src'));
  }

  for (const [how, statement] of [
    ['a value', "import { b } from './deep/b.ts';"],
    ['a type', "import type { B } from './deep/b.ts';"],
    ['a type among values', "import { type B } from './deep/b.ts';"],
    ['an export', "export { b } from './deep/b.ts';"],
    ['an exported type', "export type * from './deep/b.ts';"],
    ['a lazy import', "const load = () => import('./deep/b.ts');"],
    ['the type of an import', "type B = import('./deep/b.ts').B;"],
    ['a side effect', "import './deep/b.ts';"],
  ] as const)
    it(`finds one by ${how}`, () =>
      assert.deepEqual(circles({ 'a.ts': statement, 'deep/b.ts': "import { a } from '../a.ts';" }), [
        ['src/a.ts', 'src/deep/b.ts'],
      ]));

  it('finds one over several files, and what imports itself', () => {
    const found = circles({
      'a.ts': "import './b.ts';",
      'b.ts': "import './c.ts'; import './d.ts';",
      'c.ts': "import './a.ts';",
      'd.ts': '',
      'e.ts': "import './e.ts';",
    });
    assert.deepEqual(found, [['src/a.ts', 'src/b.ts', 'src/c.ts'], ['src/e.ts']]);
  });

  it('finds none where two ways lead to one file, or only a comment names one', () => {
    const found = circles({
      'a.ts': "import './b.ts'; import './c.ts';",
      'b.ts': "import './d.ts';",
      'c.ts': "import './d.ts';",
      'd.ts': "// import './a.ts';\n",
    });
    assert.deepEqual(found, []);
  });
});
