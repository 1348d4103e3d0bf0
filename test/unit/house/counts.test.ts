import assert from 'node:assert/strict';
import { countFiles, filesWithOneImporter } from '../../../scripts/counts/countFiles.ts';

const graph = new Map([
  ['src/a/one.ts', ['src/a/two.ts']],
  ['src/a/two.ts', []],
  ['src/a/words.data.ts', []],
  ['src/b/three.ts', ['src/a/two.ts', 'src/a/words.data.ts']],
]);
const lines = new Map([
  ['src/a/one.ts', 401],
  ['src/a/two.ts', 20],
  ['src/a/words.data.ts', 900],
  ['src/b/three.ts', 60],
]);

describe('the counts of files', () => {
  it('name files that at most one file imports, also one of another folder', () => {
    assert.deepEqual(filesWithOneImporter('src/a', graph), ['src/a/one.ts', 'src/a/words.data.ts']);
  });

  it('leave the lines of data out', () => {
    assert.deepEqual(countFiles('src', graph, lines), {
      files: 4,
      singleImporter: 75,
      singleImporterBesideLists: 75,
      medianLines: 60,
      over400: 1,
    });
  });

  it('leave members of a list out of the share beside lists', () => {
    const members = [1, 2, 3, 4, 5, 6].map((number) => `src/tool${number}.ts`);
    const withList = new Map<string, readonly string[]>([
      ['src/list.ts', members],
      ['src/other.ts', ['src/list.ts']],
      ...members.map((file): [string, string[]] => [file, []]),
    ]);
    const counts = countFiles('src', withList, new Map());
    assert.deepEqual([counts.singleImporter, counts.singleImporterBesideLists], [100, 100]);
    withList.set('src/third.ts', ['src/list.ts']);
    assert.equal(countFiles('src', withList, new Map()).singleImporterBesideLists, (100 * 2) / 3);
  });

  it('are zero for a folder without files', () => {
    assert.deepEqual(countFiles('src/none', graph, lines), {
      files: 0,
      singleImporter: 0,
      singleImporterBesideLists: 0,
      medianLines: 0,
      over400: 0,
    });
  });
});
