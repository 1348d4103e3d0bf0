import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../../../scripts/temporaryFolder.ts';
import { filesInCircles, importGraph, type ImportGraph } from '../../support/importGraph.ts';

const root = join(import.meta.dirname, '../../..');

describe('imports', () => {
  let graph: ImportGraph;

  before(() => {
    graph = importGraph(root, 'src', 'scripts', 'bench', 'lab', 'test');
  });

  it('make no circle of files, also not for types', () => assert.deepEqual(filesInCircles(graph), []));

  it('of the product never lead to tests, scripts, benches or the laboratory', () => {
    const outward = [...graph]
      .filter(([file]) => file.startsWith('src/'))
      .flatMap(([file, imports]) => imports.map((imported) => `${file} → ${imported}`))
      .filter((line) => /→ (?:test|scripts|bench|lab)\//.test(line));
    assert.deepEqual(outward, []);
  });
});

describe('the search for circles of imports', () => {
  function filesIn(files: Readonly<Record<string, string>>): readonly string[] {
    const folder = temporaryFolder('circles');
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return filesInCircles(importGraph(folder, '.'));
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
      assert.deepEqual(filesIn({ 'a.ts': statement, 'deep/b.ts': "import { a } from '../a.ts';" }), [
        'a.ts',
        'deep/b.ts',
      ]));

  it('finds one over several files, and what imports itself, but no file that only leads there', () =>
    assert.deepEqual(
      filesIn({
        'a.ts': "import './b.ts';",
        'b.ts': "import './c.ts'; import './d.ts';",
        'c.ts': "import './a.ts';",
        'd.ts': '',
        'e.ts': "import './e.ts';",
        'f.ts': "import './a.ts';",
      }),
      ['a.ts', 'b.ts', 'c.ts', 'e.ts'],
    ));

  it('finds none where two ways lead to one file, or only a comment names one', () =>
    assert.deepEqual(
      filesIn({
        'a.ts': "import './b.ts'; import './c.ts';",
        'b.ts': "import './d.ts';",
        'c.ts': "import './d.ts';",
        'd.ts': "// import './a.ts';\n",
      }),
      [],
    ));
});
