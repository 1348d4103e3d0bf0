import assert from 'node:assert/strict';
import { emptySecretSyncFile, SecretSync } from '../../../../src/core/connections/secretSync.ts';
import { TokenStore } from '../../../../src/core/connections/tokenStore.ts';
import { systemClock } from '../../../../src/node/process/clock.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { MemoryFile } from '../../../support/memoryFile.ts';

const origin = 'https://example.org';
const token = 'squ_' + '1'.repeat(40);
const text = JSON.stringify({ token, origin, expires: '2027-01-01' });

/** A token store over a secret store that holds `stored`, fires no events and counts; no other window answers. */
function tokenStoreOver(stored: string | undefined) {
  const log = new CollectingLog();
  const counts = { reads: 0, requests: 0 };
  const state = { stored, isLocked: false };
  const secretSync = new SecretSync({
    file: new MemoryFile(emptySecretSyncFile),
    clock: {
      now: Date.now,
      setTimer: (_, callback) => {
        counts.requests++;
        return systemClock.setTimer(0, callback);
      },
    },
    newNonce: () => 'n',
    log,
  });
  const secrets = {
    get: () => {
      counts.reads++;
      return state.isLocked ? Promise.reject(new Error('locked')) : Promise.resolve(state.stored);
    },
    store: (_: string, value: string) => Promise.resolve(void (state.stored = value)),
    delete: () => Promise.resolve(void (state.stored = undefined)),
  };
  return { tokenStore: new TokenStore({ secrets, secretSync, log }), counts, state };
}

describe('TokenStore, when it reads', () => {
  it('reads a secret once for callers that ask at once or later', async () => {
    const { tokenStore, counts } = tokenStoreOver(text);
    assert.deepEqual(await Promise.all([tokenStore.get('u', origin), tokenStore.get('u', origin)]), [
      token,
      token,
    ]);
    assert.equal(await tokenStore.get('u', origin), token);
    assert.equal(counts.reads, 1);
  });

  it('asks the other windows for a secret that is missing once, and again after it was stored and deleted', async () => {
    const { tokenStore, counts } = tokenStoreOver(undefined);
    const ask = () => tokenStore.get('u', origin);
    assert.deepEqual(await Promise.all([ask(), ask(), ask()]), [undefined, undefined, undefined]);
    await ask();
    assert.equal(counts.requests, 1);
    await tokenStore.store('u', { token, origin });
    await tokenStore.delete('u');
    await tokenStore.get('u', origin);
    assert.equal(counts.requests, 2);
  });

  it('reads again after the secret store has failed', async () => {
    const { tokenStore, state } = tokenStoreOver(text);
    state.isLocked = true;
    await assert.rejects(tokenStore.get('u', origin), { code: 'storage' });
    state.isLocked = false;
    assert.equal(await tokenStore.get('u', origin), token);
  });

  it('sees a secret that came into the store after it was missing', async () => {
    const { tokenStore, state } = tokenStoreOver(undefined);
    assert.equal(await tokenStore.get('u', origin), undefined);
    state.stored = text;
    assert.equal(await tokenStore.get('u', origin), token);
  });

  it('fires when this window stores, replaces or deletes a token, or binds it to another origin', async () => {
    const { tokenStore } = tokenStoreOver(undefined);
    const changed: string[] = [];
    tokenStore.onDidChange((uuid) => changed.push(uuid));
    await tokenStore.store('u', { token, origin });
    await tokenStore.store('u', { token, origin });
    assert.deepEqual(changed, ['u'], 'none when the same secret is stored again');
    await tokenStore.store('u', { token: 'another', origin });
    await tokenStore.store('u', { token: 'another', origin: 'https://moved.example.org' });
    await tokenStore.store('u', {
      token: 'another',
      origin: 'https://moved.example.org',
      expires: '2027-01-01',
    });
    await tokenStore.delete('u');
    assert.deepEqual(changed, ['u', 'u', 'u', 'u'], 'all but the change of the expiry alone');
  });

  it('remembers no secret after its end', async () => {
    const { tokenStore } = tokenStoreOver(text);
    await tokenStore.get('u', origin);
    assert.equal(tokenStore.expiryOf('u'), '2027-01-01');
    tokenStore.dispose();
    assert.equal(tokenStore.expiryOf('u'), undefined);
  });
});
