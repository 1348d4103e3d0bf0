import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Api } from '../../../src/core/api/client.ts';
import {
  connectionsFileSchema,
  emptyConnectionsFile,
  ConnectionStore,
} from '../../../src/core/connections/store.ts';
import {
  emptySecretSyncFile,
  SecretSync,
  secretSyncFileSchema,
} from '../../../src/core/connections/secretSync.ts';
import { TokenStore } from '../../../src/core/connections/tokenStore.ts';
import { Emitter } from '../../../src/core/events.ts';
import { GateMonitor } from '../../../src/core/gate/monitor.ts';
import type { GateNotification } from '../../../src/core/gate/notify/gateNotification.ts';
import { wasPrompted } from '../../../src/extension/migration/migrationMemory.ts';
import { openGateFiles } from '../../../src/node/files/gateFiles.ts';
import { JsonFile } from '../../../src/node/files/storedJson.ts';
import { systemClock as clock } from '../../../src/node/process/clock.ts';
import { ModelPlatform } from '../../simulation/modelPlatform.ts';
import { CollectingLog } from '../../support/collectingLog.ts';
import { memento } from '../../support/memento.ts';
import { durable, start, user } from '../../support/migrationWorld.ts';
import { withTempFolder } from '../../support/tempFolder.ts';
import { fieldsOf } from '../../support/lists.ts';

const recorded = join(import.meta.dirname, '../../fixtures/installed-0dc5f78/storage');
const [office, cloud, legacy] = [1, 2, 3].map((n) => `0000000${n}-aaaa-4bbb-8ccc-000000000000`) as [
  string,
  string,
  string,
];

async function json(...path: string[]): Promise<never> {
  return JSON.parse(await readFile(join(recorded, ...path), 'utf8')) as never;
}

/** Connections and tokens over a copy of the recorded storage. */
async function openStorage(folder: string) {
  const log = new CollectingLog();
  await cp(recorded, folder, { recursive: true });
  const stored = new Map<string, string>(Object.entries(await json('secrets.json')));
  const path = join(folder, 'connections.json');
  const file = new JsonFile({ path, schema: connectionsFileSchema, empty: emptyConnectionsFile, log });
  const syncFile = new JsonFile({
    path: join(folder, 'secretExchange.json'),
    schema: secretSyncFileSchema,
    empty: emptySecretSyncFile,
    log,
  });
  const secretSync = new SecretSync({ file: syncFile, clock, newNonce: () => 'nonce', log });
  await secretSync.start();
  const secrets = {
    get: (key: string) => Promise.resolve(stored.get(key)),
    store: (key: string, value: string) => Promise.resolve(void stored.set(key, value)),
    delete: (key: string) => Promise.resolve(void stored.delete(key)),
  };
  const tokenStore = new TokenStore({ secrets, secretSync, log });
  const store = new ConnectionStore({ file, tokenStore, newUuid: () => 'new', log });
  const dispose = () => {
    for (const item of [store, tokenStore, secretSync, file, syncFile]) item.dispose();
  };
  return { store, tokenStore, stored, path, dispose };
}

/** A focused window on the recorded gates, whose platform still answers with the recorded statuses. */
function openWindow(folder: string) {
  const platform = new ModelPlatform(['shop', 'bank', 'muted', 'late'], () => clock.now());
  for (const project of ['shop', 'bank', 'muted']) platform.analyse(project, 'ERROR', clock.now());
  platform.analyse('late', 'OK', clock.now());
  const log = new CollectingLog();
  const files = openGateFiles(join(folder, 'gates'), log);
  const http = {
    send: (request: Parameters<ModelPlatform['answer']>[0]) => Promise.resolve(platform.answer(request)),
  };
  const connection = {
    kind: 'server',
    uuid: office,
    connectionId: 'Office',
    serverUrl: 'http://office.example',
    receiveNotifications: true,
  } as const;
  const delivered: GateNotification[] = [];
  let notified = (): void => undefined;
  const firstNotification = new Promise<void>((resolve) => (notified = resolve));
  const monitor = new GateMonitor({
    apiFor: () =>
      Promise.resolve(new Api({ http, log, baseUrl: connection.serverUrl, userAgent: 'test', token: 't' })),
    files,
    clock,
    random: () => 0,
    log,
    notifier: {
      isReady: () => Promise.resolve(true),
      notify: (notification) => {
        delivered.push(notification);
        notified();
        return Promise.resolve(true);
      },
    },
    window: {
      id: 'new window',
      isFocused: () => true,
      onDidChangeFocus: new Emitter<void>(assert.ifError).event,
    },
    intervalMs: () => 60_000,
  });
  monitor.watch(['shop', 'bank', 'muted', 'late', 'unknown'].map((project) => ({ connection, project })));
  const dispose = () => {
    monitor.dispose();
    files.dispose();
  };
  return { monitor, delivered, firstNotification, dispose };
}

describe('the storage that commit 0dc5f78 wrote', () => {
  it('gives each connection with its uuid, its name and its address', () =>
    withTempFolder(async (folder) => {
      const { store, dispose } = await openStorage(folder);
      await store.load();
      assert.deepEqual(
        store.list(),
        ((await json('connections.json')) as { connections: unknown }).connections,
      );
      dispose();
    }));

  it('keeps all other connections and the record of the migration when one is renamed', () =>
    withTempFolder(async (folder) => {
      const { store, path, dispose } = await openStorage(folder);
      await store.load();
      await store.update(office, (connection) => ({ ...connection, connectionId: 'Renamed' }));
      const before: { connections: { uuid: string; connectionId: string }[] } =
        await json('connections.json');
      const connections = before.connections.map((connection) =>
        connection.uuid === office ? { ...connection, connectionId: 'Renamed' } : connection,
      );
      assert.deepEqual(JSON.parse(await readFile(path, 'utf8')), { ...before, connections });
      dispose();
    }));

  it('gives each token for the origin that it was stored for, and for no other', () =>
    withTempFolder(async (folder) => {
      const { tokenStore, dispose } = await openStorage(folder);
      assert.equal(await tokenStore.get(office, 'http://office.example'), 'token-of-office');
      assert.equal(await tokenStore.get(cloud, 'https://cloud.example'), 'token-of-cloud');
      assert.equal(tokenStore.expiryOf(cloud), '2026-12-31');
      await assert.rejects(tokenStore.get(legacy, 'https://office.example'), { code: 'wrongOrigin' });
      dispose();
    }));

  it('keeps a connection whose token was lost, and takes a new token for it', () =>
    withTempFolder(async (folder) => {
      const { store, tokenStore, stored, dispose } = await openStorage(folder);
      stored.delete(`connection/${office}`);
      await store.load();
      assert.equal(store.get(office)?.connectionId, 'Office');
      await tokenStore.store(office, { token: 'new', origin: 'http://office.example' });
      assert.equal(await tokenStore.get(office, 'http://office.example'), 'new');
      dispose();
    }));

  it('leaves a file of connections alone that was cut off, and reads it again after its repair', () =>
    withTempFolder(async (folder) => {
      const { store, path, dispose } = await openStorage(folder);
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.slice(0, -20));
      await assert.rejects(store.load(), { code: 'malformed' });
      await assert.rejects(store.remove(office), { code: 'malformed' });
      assert.equal(await readFile(path, 'utf8'), text.slice(0, -20));
      await writeFile(path, text);
      await store.load();
      assert.equal(store.list().length, 3);
      dispose();
    }));

  it('ends the migration that it began, and does not bring back a deleted connection', async () => {
    const legacyElement = {
      connectionId: 'legacy',
      serverUrl: 'https://legacy.example',
      token: 'token-of-legacy',
    };
    const goneElement = { connectionId: 'gone', serverUrl: 'https://gone.example', token: 'token-of-gone' };
    const state = durable({
      sections: user([legacyElement, goneElement]),
      file: connectionsFileSchema.parse(await json('connections.json')),
      secrets: new Map<string, string>(Object.entries(await json('secrets.json'))),
    });
    const { report } = await start(state, { session: 'session 2' });
    assert.deepEqual(
      report?.outcomes.map((outcome) => [outcome.outcome, 'uuid' in outcome ? outcome.uuid : undefined]),
      [
        ['alreadyMigrated', legacy],
        ['alreadyMigrated', undefined],
      ],
    );
    assert.equal(state.file.connections.length, 3);
    assert.equal(JSON.stringify(state.sections).includes('token-of-legacy'), false);
    assert.equal(state.secrets.get(`connection/${legacy}`)?.includes('token-of-legacy'), true);
  });

  it('remembers which questions of the migration the user has seen', async () => {
    const [global, workspace] = [memento(), memento()];
    for (const [key, value] of Object.entries(await json('globalState.json')))
      await global.update(key, value);
    const wasSeen = (name: string) =>
      wasPrompted({ kind: 'tokenDiffers', key: 'k', name }, { global, workspace });
    assert.equal(await wasSeen('legacy'), true);
    assert.equal(await wasSeen('other'), false);
  });

  it('keeps gates, history and mutes, and delivers only the change that was pending', () =>
    withTempFolder(async (folder) => {
      await cp(recorded, folder, { recursive: true });
      const { monitor, delivered, firstNotification, dispose } = openWindow(folder);
      await monitor.start();
      const { journal } = monitor;
      assert.equal(journal.gateOf(office, 'late').gate?.status, 'OK');
      assert.equal(journal.gateOf(office, 'unknown').hidden?.code, 'notFound');
      assert.ok(journal.isMuted(office, 'muted'));
      await Promise.all([firstNotification, monitor.check()]);
      await monitor.check();
      const shown = delivered.flatMap((notification) =>
        notification.kind === 'change' ? [notification.change] : notification.changes,
      );
      assert.deepEqual(fieldsOf(shown, 'project', 'from', 'to'), [['bank', 'OK', 'ERROR']]);
      assert.deepEqual(
        journal
          .changes()
          .map(({ project, outcome }) => [project, outcome?.as])
          .slice(0, 2),
        [
          ['shop', 'toast'],
          ['muted', 'muted'],
        ],
      );
      dispose();
    }));

  it('sets a damaged journal aside and reads the gates again', () =>
    withTempFolder(async (folder) => {
      await cp(recorded, folder, { recursive: true });
      const path = join(folder, 'gates/journal.1.json');
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.slice(0, 200));
      const { monitor, delivered, dispose } = openWindow(folder);
      await monitor.start();
      await monitor.check();
      assert.equal(monitor.journal.gateOf(office, 'shop').gate?.status, 'ERROR');
      assert.deepEqual(delivered, []);
      JSON.parse(await readFile(path, 'utf8'));
      dispose();
    }));
});
