import assert from 'node:assert/strict';
import { readdir, readFile, utimes, writeFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { JournalStore } from '../../../../src/core/gate/journal/journalStore.ts';
import { observe } from '../../../../src/core/gate/journal/observe.ts';
import { systemClock as clock } from '../../../../src/node/process/clock.ts';
import { openGateFiles, FolderLock } from '../../../../src/node/files/gateFiles.ts';
import { becomes } from '../../../support/becomes.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { withTempFolder } from '../../../support/tempFolder.ts';
import { fieldsOf } from '../../../support/lists.ts';
import { hostname } from 'node:os';
import { Failure } from '../../../../src/core/failures.ts';
import { endedPid } from '../../../support/endedPid.ts';

const log = new CollectingLog();
const seen = { connection: 'c', project: 'p', status: 'OK', at: 1, source: 'poll' } as const;

type GateFiles = ReturnType<typeof openGateFiles>;

const withGateFiles = (use: (files: GateFiles, folder: string) => Promise<void>): Promise<void> =>
  withTempFolder(async (folder) => {
    const files = openGateFiles(folder, log);
    await use(files, folder);
    files.dispose();
  });

/** Gives the store of a window that has seen a gate, and the path of its journal. */
const withSeenGate = (
  use: (store: JournalStore, path: string, files: GateFiles) => Promise<void>,
): Promise<void> =>
  withGateFiles(async (files, folder) => {
    const store = new JournalStore({ file: files.journal, clock, log, leads: () => true });
    await store.update((journal) => observe(journal, 'c', [seen]));
    await use(store, join(folder, 'journal.1.json'), files);
    store.dispose();
  });

describe('openGateFiles', () => {
  it('shows each window the records of the others, until they close', () =>
    withTempFolder(async (folder) => {
      const [one, two] = [openGateFiles(folder, log), openGateFiles(folder, log)];
      const changed = new Promise<void>((resolve) => two.registryStore.onDidChange(resolve));
      const gates = [{ connection: 'c', project: 'p', branch: 'b' }];
      await one.registryStore.publish({ window: '../one', isFocused: true, gates });
      await changed;
      assert.deepEqual(await two.registryStore.read(), [{ window: '../one', isFocused: true, gates }]);
      const gone = new Promise<void>((resolve) => two.registryStore.onDidChange(resolve));
      one.dispose();
      await gone;
      assert.deepEqual(await two.registryStore.read(), []);
      two.dispose();
    }));

  it('leaves out windows whose process has ended, and records that it cannot parse', () =>
    withGateFiles(async ({ registryStore }, folder) => {
      await registryStore.publish({ window: 'w', isFocused: false, gates: [] });
      const own = join(folder, 'windows', 'w.json');
      const text = await readFile(own, 'utf8');
      await writeFile(join(folder, 'windows', 'x.json'), text.replace(/"pid":\d+/, '"pid":999999999'));
      await writeFile(join(folder, 'windows', 'y.json'), '{');
      assert.equal((await registryStore.read()).length, 1);
    }));

  it('drops the records of windows on another host after a time', () =>
    withGateFiles(async ({ registryStore }, folder) => {
      await registryStore.publish({ window: 'w', isFocused: true, focusedAt: 1, gates: [] });
      const path = join(folder, 'windows', 'w.json');
      await writeFile(path, (await readFile(path, 'utf8')).replace(/"host":"[^"]*"/, '"host":"rebuilt"'));
      const focusAfter = async (days: number): Promise<boolean[]> => {
        const seconds = Date.now() / 1000 - days * 24 * 60 * 60;
        await utimes(path, seconds, seconds);
        return (await registryStore.read()).map(({ isFocused }) => isFocused);
      };
      assert.deepEqual(await focusAfter(0.9), [true]);
      assert.deepEqual(await focusAfter(1.1), [false]);
      assert.deepEqual(await focusAfter(31), []);
    }));

  it('rebuilds a damaged journal from the memory of a living window', () =>
    withSeenGate(async (store, path) => {
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.slice(0, 40));
      await store.update((journal) => observe(journal, 'c', [{ ...seen, status: 'ERROR' }]));
      assert.equal(store.storageFailure, undefined);
      const after = JSON.parse(await readFile(path, 'utf8')) as { changes: { from: string; to: string }[] };
      assert.deepEqual(fieldsOf(after.changes, 'from', 'to'), [['OK', 'ERROR']]);
      assert.equal(await readFile(`${path}.unreadable`, 'utf8'), text.slice(0, 40));
    }));

  it('writes a damaged journal again as soon as a window notices the damage', () =>
    withSeenGate(async (store, path, files) => {
      await writeFile(path, '{"version": 1, "seq');
      const statusOnDisk = async () => {
        const journal = await files.journal.read().catch(() => undefined);
        return journal?.connections[0]?.gates[0]?.status;
      };
      await becomes(statusOnDisk, 'OK');
      assert.equal(store.storageFailure, undefined);
    }));
});

function lockText(pid: number, host = hostname()): string {
  return JSON.stringify({ pid, host, isReleased: false });
}

const withLock = (use: (lock: FolderLock, folder: string) => Promise<void>): Promise<void> =>
  withTempFolder((folder) => use(new FolderLock(folder), folder));

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
    withLock(async (lock) => {
      await lock.create(1);
      const before = await lock.latest();
      assert.equal(before?.isOver, false);
      await lock.heartbeat(1);
      assert.notEqual((await lock.latest())?.heartbeat, before.heartbeat);
    }));

  it('is over when its process has ended or has released it', () =>
    withLock(async (lock, folder) => {
      await writeFile(join(folder, 'lead.4'), lockText(await endedPid()));
      assert.deepEqual([(await lock.latest())?.number, (await lock.latest())?.isOver], [4, true]);
      await lock.create(5);
      assert.equal((await lock.latest())?.isOver, false);
      await lock.release(5);
      assert.equal((await lock.latest())?.isOver, true);
    }));

  it('treats a process of another machine and a file that it cannot parse as alive', () =>
    withLock(async (lock, folder) => {
      await writeFile(join(folder, 'lead.1'), lockText(await endedPid(), 'another machine'));
      assert.equal((await lock.latest())?.isOver, false);
      await writeFile(join(folder, 'lead.2'), '{"pid":');
      assert.equal((await lock.latest())?.isOver, false);
    }));

  it('keeps the previous generation, and deletes the older ones', () =>
    withLock(async (lock, folder) => {
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
