import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock, withLockIfFree } from '../../../../../src/node/files/locks/lock.ts';
import { withTempFolder } from '../../../../support/tempFolder.ts';

describe('withLock', () => {
  it('lets one at a time in', () =>
    withTempFolder(async (folder) => {
      let inside = 0;
      let most = 0;
      const work = async () => {
        most = Math.max(most, ++inside);
        await new Promise(setImmediate);
        inside--;
      };
      await Promise.all([1, 2, 3].map(() => withLock(join(folder, 'x'), work)));
      assert.equal(most, 1);
    }));

  it('is free again after work that threw', () =>
    withTempFolder(async (folder) => {
      const path = join(folder, 'x');
      await assert.rejects(
        withLock(path, () => Promise.reject(new Error('no'))),
        /no/,
      );
      assert.equal(await withLock(path, () => Promise.resolve(1)), 1);
    }));

  it('survives that somebody takes the lock away', () =>
    withTempFolder(async (folder) => {
      const path = join(folder, 'x');
      assert.equal(await withLock(path, () => rm(`${path}.lock`, { recursive: true }).then(() => 1)), 1);
    }));
});

describe('withLockIfFree', () => {
  it('gives up at once where another holds it', () =>
    withTempFolder(async (folder) => {
      const path = join(folder, 'x');
      await withLock(path, async () => {
        assert.equal(await withLockIfFree(path, () => Promise.resolve(1)), undefined);
      });
      assert.deepEqual(await withLockIfFree(path, () => Promise.resolve(1)), { value: 1 });
    }));
});
