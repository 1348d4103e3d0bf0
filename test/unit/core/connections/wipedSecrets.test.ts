import assert from 'node:assert/strict';
import { emptySecretSyncFile, SecretSync } from '../../../../src/core/connections/secretSync.ts';
import { TokenStore } from '../../../../src/core/connections/tokenStore.ts';
import { settle, VirtualClock } from '../../../simulation/virtualClock.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { MemoryFile } from '../../../support/memoryFile.ts';
import { type SecretBlob, WindowSecrets } from '../../../support/windowSecrets.ts';

const origin = 'https://example.org';

describe('a secret that another window wiped', () =>
  it('is stored again by a window that has it in its storage but never needed it', async () => {
    const blob: SecretBlob = { secrets: new Map() };
    const file = new MemoryFile(emptySecretSyncFile);
    const clock = new VirtualClock();
    const log = new CollectingLog();
    let nonces = 0;
    const openWindow = async () => {
      const secretSync = new SecretSync({ file, clock, log, newNonce: () => `${++nonces}` });
      await secretSync.start();
      return new TokenStore({ secrets: new WindowSecrets(blob), secretSync, log });
    };
    const wiper = await openWindow();
    const owner = await openWindow();
    await owner.store('u', { token: 'squ_1', origin });
    const bystander = await openWindow();
    owner.dispose();
    await wiper.store('other', { token: 'squ_2', origin });
    assert.deepEqual([...blob.secrets.keys()], ['connection/other']);
    const reloaded = await openWindow();
    void reloaded.get('u', origin);
    await settle();
    assert.ok(blob.secrets.has('connection/u'));
    for (const window of [wiper, bystander, reloaded]) window.dispose();
  }));
