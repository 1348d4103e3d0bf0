import assert from 'node:assert/strict';
import { emptySecretSyncFile, SecretSync } from '../../../../src/core/connections/secretSync.ts';
import { TokenStore } from '../../../../src/core/connections/tokenStore.ts';
import { systemClock } from '../../../../src/node/process/clock.ts';
import { settle } from '../../../simulation/virtualClock.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { MemoryFile } from '../../../support/memoryFile.ts';
import { WindowSecrets } from '../../../support/windowSecrets.ts';

describe('a store of tokens', () =>
  it('reports a change of the token or of its origin, and none when the same secret is stored again', async () => {
    const log = new CollectingLog();
    const file = new MemoryFile(emptySecretSyncFile);
    const secretSync = new SecretSync({ file, clock: systemClock, newNonce: () => 'n', log });
    await secretSync.start();
    const secrets = new WindowSecrets({ secrets: new Map() });
    const tokenStore = new TokenStore({ secrets, secretSync, log });
    let changes = 0;
    tokenStore.onDidChange(() => changes++);
    const changesAfter = async (token: string, origin: string): Promise<number> => {
      changes = 0;
      await tokenStore.store('u', { token, origin });
      await settle();
      return changes;
    };
    assert.equal(await changesAfter('squ_1', 'https://a.example'), 1);
    assert.equal(await changesAfter('squ_1', 'https://a.example'), 0);
    assert.equal(await changesAfter('squ_2', 'https://a.example'), 1);
    assert.equal(await changesAfter('squ_2', 'https://b.example'), 1);
    tokenStore.dispose();
    secretSync.dispose();
  }));
