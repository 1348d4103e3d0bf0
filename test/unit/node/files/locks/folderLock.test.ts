import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../../../../../src/core/failures.ts';
import { FolderLock } from '../../../../../src/node/files/gateFiles.ts';
import { endedPid } from '../../../../support/endedPid.ts';
import { withTempFolder } from '../../../../support/tempFolder.ts';

function lockText(pid: number, host = hostname()): string {
  return JSON.stringify({ pid, host, isReleased: false });
}

describe('FolderLock', () => {
  it('is free without its folder', () =>
    withTempFolder(async (folder) => {
      assert.equal(await new FolderLock(join(folder, 'locks')).latest(), undefined);
    }));

  it('gives a generation to one of many windows that create it', () =>
    withTempFolder(async (folder) => {
      const won = await Promise.all(Array.from({ length: 8 }, () => new FolderLock(folder).create(1)));
      assert.equal(won.filter(Boolean).length, 1);
      assert.deepEqual(await readdir(folder), ['lead.1']);
    }));

  it('is held by a living process, whose heartbeat changes', () =>
    withTempFolder(async (folder) => {
      const lock = new FolderLock(folder);
      await lock.create(1);
      const before = await lock.latest();
      assert.equal(before?.isOver, false);
      await lock.heartbeat(1);
      assert.notEqual((await lock.latest())?.heartbeat, before.heartbeat);
    }));

  it('is over when its process has ended or has released it', () =>
    withTempFolder(async (folder) => {
      await writeFile(join(folder, 'lead.4'), lockText(await endedPid()));
      const lock = new FolderLock(folder);
      assert.deepEqual([(await lock.latest())?.number, (await lock.latest())?.isOver], [4, true]);
      await lock.create(5);
      assert.equal((await lock.latest())?.isOver, false);
      await lock.release(5);
      assert.equal((await lock.latest())?.isOver, true);
    }));

  it('treats a process of another machine and a file that it cannot parse as alive', () =>
    withTempFolder(async (folder) => {
      await writeFile(join(folder, 'lead.1'), lockText(await endedPid(), 'another machine'));
      assert.equal((await new FolderLock(folder).latest())?.isOver, false);
      await writeFile(join(folder, 'lead.2'), '{"pid":');
      assert.equal((await new FolderLock(folder).latest())?.isOver, false);
    }));

  it('keeps the previous generation, and deletes the older ones', () =>
    withTempFolder(async (folder) => {
      const lock = new FolderLock(folder);
      for (const number of [1, 2, 3]) await lock.create(number);
      assert.deepEqual((await readdir(folder)).toSorted(), ['lead.2', 'lead.3']);
    }));

  it('rejects when the disk refuses files', () =>
    withTempFolder(async (folder) => {
      await mkdir(join(folder, 'x'));
      await writeFile(join(folder, 'x', 'file'), '');
      const lock = new FolderLock(join(folder, 'x', 'file'));
      await assert.rejects(lock.create(1), (error) => Failure.is(error, 'storage'));
    }));
});
