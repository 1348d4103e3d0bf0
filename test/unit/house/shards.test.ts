import assert from 'node:assert/strict';
import { shardsOf } from '../../../scripts/shards.ts';
import { uiTestSeconds } from '../../../scripts/uiTestSeconds.data.ts';
import { uiTestFiles } from '../../../scripts/uiTestFiles.ts';
import { assertNone } from '../../support/lists.ts';

describe('shardsOf', () => {
  it('gives each file to one shard and keeps the order of the files', () => {
    const shards = shardsOf(['a', 'b', 'c', 'd'], 2, { a: 1, b: 1, c: 1, d: 1 });
    assert.deepEqual(shards, [
      ['a', 'c'],
      ['b', 'd'],
    ]);
  });

  it('balances the shards by the seconds of the files', () => {
    const shards = shardsOf(['a', 'b', 'c', 'd'], 2, { a: 5, b: 9, c: 3, d: 1 });
    assert.deepEqual(shards, [['b'], ['a', 'c', 'd']]);
  });

  it('counts a file without seconds as an average file', () => {
    assert.deepEqual(shardsOf(['long', 'new', 'short'], 2, { long: 9, short: 1 }), [
      ['long'],
      ['new', 'short'],
    ]);
  });

  it('makes no empty shard', () => {
    assert.deepEqual(shardsOf(['a'], 3, {}), [['a']]);
    assert.deepEqual(shardsOf([], 2, {}), []);
  });

  it('knows only UI test files that exist', () => {
    const { tagged, untagged } = uiTestFiles();
    const files = new Set([...tagged, ...untagged]);
    assertNone(Object.keys(uiTestSeconds), (file) => !files.has(file));
  });
});
