import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { neutralBrand } from '../../../../src/core/brand.ts';
import {
  connectionsFileSchema,
  emptyConnectionsFile,
  ConnectionStore,
} from '../../../../src/core/connections/store.ts';
import {
  emptySecretSyncFile,
  SecretSync,
  secretSyncFileSchema,
} from '../../../../src/core/connections/secretSync.ts';
import { TokenStore } from '../../../../src/core/connections/tokenStore.ts';
import { migrate, type MigrationPorts } from '../../../../src/core/migration/migrate.ts';
import { systemClock } from '../../../../src/node/process/clock.ts';
import { withLock, withLockIfFree } from '../../../../src/node/files/locks/lock.ts';
import { JsonFile } from '../../../../src/node/files/storedJson.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { withTempFolder } from '../../../support/tempFolder.ts';
import { type SecretBlob, WindowSecrets } from '../../../support/windowSecrets.ts';

const token = 'squ_' + '1'.repeat(40);
const element = { connectionId: 'main', serverUrl: 'https://example.org', token };

/** One window over real files, with its own copy of the secrets and of the settings as the server build gives it. */
function openWindow(folder: string, blob: SecretBlob): MigrationPorts & { readonly store: ConnectionStore } {
  const log = new CollectingLog();
  const secrets = new WindowSecrets(blob);
  const path = (name: string) => join(folder, name);
  const secretSync = new SecretSync({
    file: new JsonFile({
      path: path('secrets.json'),
      schema: secretSyncFileSchema,
      empty: emptySecretSyncFile,
      log,
    }),
    clock: systemClock,
    newNonce: randomUUID,
    log,
  });
  const tokenStore = new TokenStore({ secrets, secretSync, log });
  const file = new JsonFile({
    path: path('connections.json'),
    schema: connectionsFileSchema,
    empty: emptyConnectionsFile,
    log,
  });
  let value: unknown = [element];
  return {
    settings: {
      inspect: (section) => (section === 'server' ? { globalLocalValue: value } : {}),
      replace: (_, { next }) => {
        value = next;
        return Promise.resolve('replaced');
      },
    },
    store: new ConnectionStore({ file, tokenStore, newUuid: randomUUID, log }),
    tokenStore,
    secrets,
    exclusively: (work, waits) => withLockIfFree(path('migration'), work, waits ? Infinity : 0),
    cloud: () => neutralBrand.cloud,
    newUuid: randomUUID,
    log,
  };
}

describe('migrate in several windows', () => {
  it('waits for a run that is under way where a user asked for the result', () =>
    withTempFolder(async (folder) => {
      const window = openWindow(folder, { secrets: new Map() });
      const asked = await withLock(join(folder, 'migration'), async () => {
        const waiting = migrate(window, { session: 's1', waits: true });
        assert.equal(await migrate(window, { session: 's1' }), undefined);
        return { waiting };
      });
      assert.equal((await asked.waiting)?.outcomes[0]?.outcome, 'migrated');
      window.store.dispose();
    }));

  it('makes one connection, in one window', () =>
    withTempFolder(async (folder) => {
      const blob: SecretBlob = { secrets: new Map() };
      const windows = [1, 2, 3].map(() => openWindow(folder, blob));
      const reports = await Promise.all(windows.map((window) => migrate(window, { session: 's1' })));
      const made = reports.filter((report) => report?.outcomes[0]?.outcome === 'migrated');
      assert.equal(made.length, 1);

      const late = openWindow(folder, blob);
      const report = await migrate(late, { session: 's2' });
      assert(report?.outcomes[0]?.outcome === 'alreadyMigrated' && report.outcomes[0].removal === 'done');
      assert.equal(late.store.list().length, 1);
      assert.equal([...blob.secrets].length, 1);
      assert.doesNotMatch(await readFile(join(folder, 'connections.json'), 'utf8'), /squ_/);
      for (const { store } of [...windows, late]) store.dispose();
    }));
});
