import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkProse, commentsOf, foldersAboveLimit, isClumsy } from '../../../scripts/lint/prose.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

describe('the prose check of comments', () => {
  for (const text of [
    'What the server refuses stays in the list.',
    'Stops the poller. Whoever started it starts it again.',
    'Called when nobody listens.',
    'Of the leader; undefined for a manual check.',
    'There are none in a community build.',
    'The window renews its lease by itself.',
    'The poller waits, should the server answer late.',
  ])
    it(`matches a clumsy sentence: ${text}`, () => {
      assert.equal(isClumsy(text), true);
    });

  for (const text of [
    'Returns the entries that the server refuses.',
    'Fires when this window gains or loses the lease.',
    'With a token, the request has an Authorization header, which is required.',
    'What if the server restarts? The journal keeps the change.',
  ])
    it(`accepts a plain sentence: ${text}`, () => {
      assert.equal(isClumsy(text), false);
    });

  it('reads line comments, block comments and docblocks with their lines', () => {
    const source = [
      '/**',
      ' * Returns the lease',
      ' * of the leader.',
      ' */',
      'const a = 1; // Trailing comment',
      'const b = `${/* inside a template */ a}`;',
      '// The last line',
    ].join('\n');
    assert.deepEqual(commentsOf(source), [
      { line: 1, text: 'Returns the lease of the leader.' },
      { line: 5, text: 'Trailing comment' },
      { line: 6, text: 'inside a template' },
      { line: 7, text: 'The last line' },
    ]);
  });

  it('takes no string, template or regular expression for a comment', () => {
    const source = [
      "const glob = 'src/**/*.ts';",
      "const address = 'https://nobody.example.com/*';",
      'const template = `// nobody ${glob} /* somebody */`;',
      'const pattern = /[/*] nobody \\/\\/ somebody/;',
    ].join('\n');
    assert.deepEqual(commentsOf(source), []);
  });

  it('leaves out directives for ESLint and comments of at most 8 characters', () => {
    assert.deepEqual(
      commentsOf('// eslint-disable-next-line no-console -- nobody reads it\n// 8 chars.\nf();'),
      [],
    );
  });

  it('reports the share of matching comments below a folder, without files of data', () =>
    withTempFolder(async (root) => {
      await mkdir(join(root, 'src/deep'), { recursive: true });
      const good = '// Returns the lease.\n// Renews the lease.\n// Ends the lease.\n';
      await writeFile(join(root, 'src/good.ts'), good);
      await writeFile(join(root, 'src/deep/bad.ts'), 'f();\n// Nobody renews it.\n');
      await writeFile(join(root, 'src/rows.data.ts'), '// Nobody renews it.\n');
      const hits = ['src/deep/bad.ts:2: Nobody renews it.'];
      assert.deepEqual(checkProse(root, 'src'), { total: 4, hits, percent: 25 });
    }));

  it('fails the folders in which more than 3 % of the comments match', () => {
    const report = (percent: number) => ({ total: 100, hits: [], percent });
    const reports = new Map([
      ['src', report(3.1)],
      ['test', report(3)],
    ]);
    assert.deepEqual(foldersAboveLimit(reports), ['src']);
  });
});
