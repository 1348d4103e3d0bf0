import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  connectionsFileSchema,
  emptyConnectionsFile,
  type ConnectionsFile,
  type LegacyIdentity,
  ConnectionStore,
  type ConnectionDraft,
  sameIdentity,
} from '../../../../src/core/connections/store.ts';
import { Failure } from '../../../../src/core/failures.ts';
import type { SharedFile } from '../../../../src/core/sharedFile.ts';
import { JsonFile } from '../../../../src/node/files/storedJson.ts';
import { settle } from '../../../simulation/virtualClock.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { MemoryFile } from '../../../support/memoryFile.ts';
import { withTempFolder } from '../../../support/tempFolder.ts';

const draft = (connectionId: string): ConnectionDraft => ({
  kind: 'server',
  connectionId,
  serverUrl: 'https://example.org',
  receiveNotifications: true,
});

interface Window {
  readonly store: ConnectionStore;
  readonly deleted: string[];
  readonly log: CollectingLog;
  readonly path: string;
}

let uuids = 0;

function openWindow(folder: string): Window {
  const path = join(folder, 'connections.json');
  const log = new CollectingLog();
  const deleted: string[] = [];
  const tokenStore = { delete: (uuid: string) => Promise.resolve(void deleted.push(uuid)) };
  const file = new JsonFile({ path, schema: connectionsFileSchema, empty: emptyConnectionsFile, log });
  const newUuid = () => `uuid-${++uuids}`;
  return { store: new ConnectionStore({ file, tokenStore, newUuid, log }), deleted, log, path };
}

/** Two windows of one editor. */
const withWindows = (run: (a: Window, b: Window) => Promise<void>): Promise<void> =>
  withTempFolder(async (folder) => {
    const windows = [openWindow(folder), openWindow(folder)] as const;
    try {
      await run(...windows);
    } finally {
      for (const { store } of windows) store.dispose();
    }
  });

/** A store without a disk. */
function storeOf(
  file: SharedFile<ConnectionsFile>,
  tokenStore = { delete: () => Promise.resolve() },
): ConnectionStore {
  return new ConnectionStore({ file, tokenStore, newUuid: () => 'u', log: new CollectingLog() });
}

/** A file in memory. After `hold`, the next read or update ends, with what it had then, when the test ends it. */
function slowFile() {
  const memory = new MemoryFile<ConnectionsFile>(emptyConnectionsFile);
  const ends: { read?: Promise<void> | undefined; update?: Promise<void> | undefined } = {};
  const hold = (work: keyof typeof ends): (() => void) => {
    let end = (): void => undefined;
    ends[work] = new Promise((resolve) => (end = resolve));
    return end;
  };
  const held = async (work: keyof typeof ends, content: Promise<ConnectionsFile>) => {
    const end = ends[work];
    ends[work] = undefined;
    const result = await content;
    await end;
    return result;
  };
  const file: SharedFile<ConnectionsFile> = {
    onDidChange: memory.onDidChange,
    read: () => held('read', memory.read()),
    update: (change) => held('update', memory.update(change)),
  };
  return { file, hold };
}

const namesOf = (store: ConnectionStore) => store.list().map(({ connectionId }) => connectionId);
const names = ({ store }: Window) => namesOf(store);

describe('ConnectionStore', () => {
  it('shows an added connection in another window', () =>
    withWindows(async (a, b) => {
      await b.store.load();
      const told = new Promise<void>((resolve) => b.store.onDidChange(resolve));
      const added = await a.store.add(draft('main'));
      await told;
      assert.deepEqual(b.store.list(), [added]);
      assert.deepEqual(b.store.get(added.uuid), added);
    }));

  it('keeps what two windows add at once', () =>
    withWindows(async (a, b) => {
      await Promise.all(
        [1, 2, 3, 4].flatMap((n) => [a.store.add(draft(`a${n}`)), b.store.add(draft(`b${n}`))]),
      );
      await a.store.load();
      assert.deepEqual(names(a).toSorted(), ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3', 'b4']);
    }));

  it('refuses a name that another window has just given away', () =>
    withWindows(async (a, b) => {
      await b.store.load();
      await a.store.add(draft('main'));
      await assert.rejects(b.store.add(draft('main')), { code: 'duplicate' });
      const other = await b.store.add(draft('other'));
      const rename = b.store.update(other.uuid, (connection) => ({ ...connection, connectionId: 'main' }));
      await assert.rejects(rename, { code: 'duplicate' });
      assert.deepEqual(names(b), ['main', 'other']);
    }));

  it('changes a connection, but never its uuid', () =>
    withWindows(async (a) => {
      const { uuid } = await a.store.add(draft('main'));
      const change = { ...draft('renamed'), uuid: 'another', receiveNotifications: false };
      const changed = await a.store.update(uuid, () => change);
      assert.deepEqual(changed, { ...change, uuid });
      assert.deepEqual(a.store.list(), [changed]);
    }));

  it('leaves other connections alone when it changes one', () =>
    withWindows(async (a) => {
      const first = await a.store.add(draft('first'));
      const second = await a.store.add(draft('second'));
      const changed = await a.store.update(first.uuid, () => draft('renamed'));
      assert.deepEqual(a.store.list(), [changed, second]);
    }));

  it('writes nothing when a change returns the same file, even if two of its connections have one name', async () => {
    const twins = ['a', 'b'].map((uuid) => ({ ...draft('main'), uuid }));
    const file = new MemoryFile({ ...emptyConnectionsFile, connections: twins });
    const store = storeOf(file);
    assert.equal((await store.edit((same) => same)).connections.length, 2);
    store.dispose();
  });

  it('fires no change when the file is read again as it was', async () => {
    const file = new MemoryFile(emptyConnectionsFile);
    const store = storeOf(file);
    await store.add(draft('main'));
    await settle();
    let changes = 0;
    store.onDidChange(() => changes++);
    await store.load();
    assert.equal(changes, 0);
    store.dispose();
  });

  it('keeps an added connection when a read ends that began before', async () => {
    const { file, hold } = slowFile();
    const store = storeOf(file);
    const end = hold('read');
    const read = store.load();
    const added = store.add(draft('main'));
    await settle();
    end();
    await Promise.all([read, added]);
    assert.deepEqual(namesOf(store), ['main']);
    store.dispose();
  });

  it('keeps what another window wrote after an edit that ends later', async () => {
    const { file, hold } = slowFile();
    const store = storeOf(file);
    const end = hold('update');
    const added = store.add(draft('main'));
    await settle();
    await storeOf(file).edit((current) => ({ ...current, connections: [] }));
    await settle();
    end();
    await added;
    await settle();
    assert.deepEqual(namesOf(store), []);
    store.dispose();
  });

  it('reports any error of its file as a failure of the storage', async () => {
    const file = Object.assign(new MemoryFile(emptyConnectionsFile), {
      read: () => Promise.reject(new RangeError('the disk is gone')),
    });
    const store = storeOf(file);
    await assert.rejects(store.load(), { code: 'storage', message: 'the disk is gone' });
    assert.equal(store.failure?.code, 'storage');
    store.dispose();
  });

  it('says that a connection to change is gone, and writes nothing', () =>
    withWindows(async (a, b) => {
      const { uuid } = await a.store.add(draft('main'));
      await b.store.load();
      await a.store.remove(uuid);
      const change = b.store.update(uuid, (connection) => connection);
      await assert.rejects(change, { code: 'notFound' });
    }));

  it('deletes the secret with the connection and leaves no tombstone of one made by hand [CN4]', () =>
    withWindows(async (a) => {
      const { uuid } = await a.store.add(draft('main'));
      await a.store.remove(uuid);
      assert.deepEqual(a.deleted, [uuid]);
      assert.deepEqual(await a.store.load(), emptyConnectionsFile);
    }));

  it('leaves a tombstone of each legacy element that a deleted connection came of', () =>
    withWindows(async (a) => {
      const { uuid } = await a.store.add(draft('main'));
      const identity: LegacyIdentity = { kind: 'server', address: 'https://example.org', id: null };
      const other = { identity: { ...identity, id: 'other' }, uuid: 'other', copiedIn: 's' };
      const migrated = [{ identity, uuid, copiedIn: 's' }, other];
      await a.store.edit((file) => ({ ...file, migrated }));
      await a.store.remove(uuid);
      const file = await a.store.load();
      assert.deepEqual(file.tombstones, [identity]);
      assert.deepEqual(file.migrated, [other]);
    }));

  it('keeps a connection whose secret cannot be deleted', async () => {
    const locked = { delete: () => Promise.reject(new Failure('storage', 'locked')) };
    const store = storeOf(new MemoryFile(emptyConnectionsFile), locked);
    await store.add(draft('main'));
    await assert.rejects(store.remove('u'), /locked/);
    assert.equal(store.list().length, 1);
    store.dispose();
  });

  it('keeps the last good list while the file is damaged, reports the damage, and recovers', () =>
    withWindows(async (a) => {
      await a.store.add(draft('main'));
      const good = await readFile(a.path, 'utf8');
      const change = () =>
        new Promise<void>((resolve) => {
          const once = a.store.onDidChange(() => {
            once.dispose();
            resolve();
          });
        });
      const damaged = change();
      await writeFile(a.path, good.slice(0, -10));
      await damaged;
      assert(a.store.failure?.message.includes(a.path));
      assert.deepEqual(names(a), ['main']);
      await assert.rejects(a.store.add(draft('other')), { code: 'malformed' });
      assert.equal(await readFile(a.path, 'utf8'), good.slice(0, -10));
      const repaired = change();
      await writeFile(a.path, good);
      await repaired;
      assert.equal(a.store.failure, undefined);
    }));

  it('neither fires nor reads its file after it is disposed', async () => {
    const file = new MemoryFile(emptyConnectionsFile);
    const store = storeOf(file);
    let changes = 0;
    store.onDidChange(() => changes++);
    store.dispose();
    const other = storeOf(file);
    await other.add(draft('main'));
    await settle();
    assert.deepEqual(store.list(), []);
    await store.load();
    assert.deepEqual([store.list().length, changes], [1, 0]);
    other.dispose();
  });
});

describe('sameIdentity', () =>
  it('distinguishes legacy elements by kind, address and name', () => {
    const element: LegacyIdentity = { kind: 'server', address: 'https://example.org', id: 'main' };
    assert.ok(sameIdentity(element, { ...element }));
    const others: LegacyIdentity[] = [
      { ...element, kind: 'cloud' },
      { ...element, address: 'https://other.example' },
      { ...element, id: 'other' },
      { ...element, id: null },
    ];
    for (const other of others) assert.ok(!sameIdentity(element, other), JSON.stringify(other));
  }));
