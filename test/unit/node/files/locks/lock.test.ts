import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { mkdir, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Failure } from '../../../../../src/core/failures.ts';
import { withLock, withLockIfFree } from '../../../../../src/node/files/locks/lock.ts';
import { endedPid } from '../../../../support/endedPid.ts';
import { withTempFolder } from '../../../../support/tempFolder.ts';
import { assertNone } from '../../../../support/lists.ts';

/** Runs `work` with a path whose lock is `lock`, unless another one is given. */
function withPath(work: (path: string, lock: string) => Promise<unknown>): Promise<void> {
  return withTempFolder(async (folder) => {
    await work(join(folder, 'x'), join(folder, 'x.lock'));
  });
}

/** Runs `work` while the functions of `node:fs/promises` are replaced by these. */
async function withFs(fakes: Partial<typeof fs>, work: () => Promise<unknown>): Promise<void> {
  const real = { ...fs };
  Object.assign(fs, fakes);
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    Object.assign(fs, real);
    syncBuiltinESMExports();
  }
}

const foreignLock = JSON.stringify({ pid: process.pid, host: hostname(), token: 'foreign' });
const longAgo = new Date(Date.now() - 60_000);
const take = (path: string, waitMs?: number): Promise<number> =>
  withLock(path, () => Promise.resolve(1), waitMs);
const isBusy = (error: unknown): boolean => Failure.is(error, 'busy');

describe('withLock', () => {
  it('runs one piece of work at a time', () =>
    withPath(async (path) => {
      let inside = 0;
      let most = 0;
      const work = async () => {
        most = Math.max(most, ++inside);
        await new Promise(setImmediate);
        inside--;
      };
      await Promise.all([1, 2, 3].map(() => withLock(path, work)));
      assert.equal(most, 1);
    }));

  it('releases the lock after work that throws, and leaves no file', () =>
    withTempFolder(async (folder) => {
      const path = join(folder, 'x');
      await assert.rejects(
        withLock(path, () => Promise.reject(new Error('no'))),
        /no/,
      );
      assert.equal(await take(path), 1);
      assert.deepEqual(await readdir(folder), []);
    }));

  it('takes over the lock of a process that has ended, at once', () =>
    withPath(async (path, lock) => {
      await writeFile(lock, JSON.stringify({ pid: await endedPid(), host: hostname(), token: 'a' }));
      assert.equal(await take(path, 0), 1);
    }));

  it('respects the lock of another container with the same host name, whose process ids mean nothing here', () =>
    withPath(async (path, lock) => {
      const holder = { pid: await endedPid(), host: hostname(), space: 'pid:[1]', token: 'a' };
      await writeFile(lock, JSON.stringify(holder));
      await assert.rejects(take(path, 0), isBusy);
    }));

  it('takes over a lock without heartbeat of another machine', () =>
    withPath(async (path, lock) => {
      await writeFile(lock, JSON.stringify({ pid: 1, host: 'another machine', token: 'a' }));
      await assert.rejects(take(path, 0), isBusy);
      await utimes(lock, longAgo, longAgo);
      assert.equal(await take(path, 0), 1);
    }));

  it('takes over a lock whose file was cut off, once it has no heartbeat', () =>
    withPath(async (path, lock) => {
      await writeFile(lock, '{"pid":');
      await assert.rejects(take(path, 0), isBusy);
      await utimes(lock, longAgo, longAgo);
      assert.equal(await take(path, 0), 1);
    }));

  it('never removes a fresh lock that replaces an expired one during the inspection, not even for a moment', () =>
    withPath(async (path, lock) => {
      await writeFile(lock, JSON.stringify({ pid: 1, host: 'another machine', token: 'a' }));
      await utimes(lock, longAgo, longAgo);
      const { stat, rename, rm: remove } = fs;
      const states: string[] = [];
      const look = async () => {
        states.push(await readFile(lock, 'utf8').catch(() => 'no lock'));
      };
      const fakes = {
        stat: async (file: string) => {
          const found = await stat(file);
          await writeFile(lock, foreignLock);
          return found;
        },
        rename: (from: string, to: string) => rename(from, to).then(look),
        rm: (file: string, options: object) => remove(file, options).then(look),
      };
      await withFs(fakes as unknown as typeof fs, async () => {
        assert.equal(await withLockIfFree(path, () => Promise.resolve(1)), undefined);
      });
      await look();
      // The first state is from the failed attempt to create a lock, before the replacement.
      assert.deepEqual([...new Set(states.slice(1))], [foreignLock]);
    }));

  it('takes over a lock when the process that was removing it has ended', () =>
    withPath(async (path, lock) => {
      const ended = JSON.stringify({ pid: await endedPid(), host: hostname(), token: 'a' });
      await writeFile(lock, ended);
      await writeFile(`${lock}.takeover`, ended);
      assert.equal(await take(path, 1_000), 1);
      assert.deepEqual(await readdir(dirname(path)), []);
    }));

  for (const code of ['EPERM', 'EISDIR'])
    it(`works on a file system without hard links, which answers ${code}`, () =>
      withPath(async (path) => {
        const link = () => Promise.reject(Object.assign(new Error(code), { code }));
        await withFs({ link }, async () => {
          assert.equal(await take(path), 1);
        });
      }));

  it('rejects with `busy` while a living process holds the lock', () =>
    withPath(async (path, lock) => {
      await writeFile(lock, foreignLock);
      await assert.rejects(take(path, 50), isBusy);
      assert.equal(await readFile(lock, 'utf8'), foreignLock);
    }));

  it('rejects with `storage` where the disk takes no files', () =>
    withPath(async (path) => {
      await writeFile(path, '');
      await assert.rejects(take(join(path, 'deep')), (error) => Failure.is(error, 'storage'));
    }));
});

describe('a held lock', () => {
  it('notices before a write that it was removed', () =>
    withPath(async (path, lock) => {
      const work = withLock(path, async (held) => {
        await rm(lock);
        await held.assertHeld();
      });
      await assert.rejects(work, isBusy);
    }));

  it('notices before a write that another process took it over, and leaves the new lock alone', () =>
    withPath(async (path, lock) => {
      const work = withLock(path, async (held) => {
        await held.assertHeld();
        await writeFile(lock, foreignLock);
        await held.assertHeld();
      });
      await assert.rejects(work, isBusy);
      assert.equal(await readFile(lock, 'utf8'), foreignLock);
    }));

  it('does not fail work that has ended when another process removes it', () =>
    withPath(async (path, lock) => {
      assert.equal(await withLock(path, () => rm(lock).then(() => 1)), 1);
    }));
});

describe('a lock of an earlier version, which is a folder', () => {
  it('is respected while it has a heartbeat', () =>
    withPath(async (path, lock) => {
      await mkdir(lock);
      assert.equal(await withLockIfFree(path, () => Promise.resolve(1)), undefined);
    }));

  it('is taken over when it has none', () =>
    withPath(async (path, lock) => {
      await mkdir(lock);
      await utimes(lock, longAgo, longAgo);
      assert.deepEqual(await withLockIfFree(path, () => Promise.resolve(1)), { value: 1 });
    }));
});

describe('withLockIfFree', () =>
  it('resolves with undefined at once while the lock is held', () =>
    withPath(async (path) => {
      await withLock(path, async () => {
        assert.equal(await withLockIfFree(path, () => Promise.resolve(1)), undefined);
      });
      assert.deepEqual(await withLockIfFree(path, () => Promise.resolve(1)), { value: 1 });
    })));

describe('processes that share a lock', () => {
  const program = join(import.meta.dirname, '../../../../support/lockedCounter.ts');

  it('lose no write, also when one of them is killed in the middle of its work', () => {
    return withTempFolder(async (folder) => {
      const file = join(folder, 'counter');
      await writeFile(file, '0');
      const start = (times: number) =>
        spawn(process.execPath, [program, file, String(times)], { stdio: ['ignore', 'pipe', 'inherit'] });
      const victim = start(1_000_000);
      await once(victim.stdout, 'data');
      const others = [start(40), start(40)];
      const written = others.map(({ stdout }) => text(stdout));
      victim.kill('SIGKILL');
      await once(victim, 'exit');
      const numbers = (await Promise.all(written)).flatMap((lines) => lines.trim().split('\n').map(Number));
      assert.equal(numbers.length, 80);
      assert.equal(new Set(numbers).size, 80, 'Two processes wrote the same number.');
      assert.equal(Number(await readFile(file, 'utf8')), Math.max(...numbers));
      assertNone(await readdir(folder), (name) => name.endsWith('.lock'));
    });
  });
});
