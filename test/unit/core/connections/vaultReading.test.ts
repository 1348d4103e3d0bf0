import assert from 'node:assert/strict';
import { emptySecretExchangeFile, SecretExchange } from '../../../../src/core/connections/secretExchange.ts';
import { Vault } from '../../../../src/core/connections/vault.ts';
import { Failure } from '../../../../src/core/failures.ts';
import { systemClock } from '../../../../src/node/process/clock.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { MemoryFile } from '../../../support/memoryFile.ts';

const origin = 'https://example.org';
const token = 'squ_' + '1'.repeat(40);
const text = JSON.stringify({ token, origin, expires: '2027-01-01' });

/** A vault over a secret store that holds `stored`, tells no changes and counts; no other window answers. */
function vaultOver(stored: string | undefined) {
  const log = new CollectingLog();
  const counts = { reads: 0, requests: 0 };
  const state = { stored, isLocked: false };
  const exchange = new SecretExchange({
    file: new MemoryFile(emptySecretExchangeFile),
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
  return { vault: new Vault({ secrets, exchange, log }), counts, state };
}

describe('Vault, as it reads', () => {
  it('reads a secret once for callers that ask at once or later', async () => {
    const { vault, counts } = vaultOver(text);
    assert.deepEqual(await Promise.all([vault.get('u', origin), vault.get('u', origin)]), [token, token]);
    assert.equal(await vault.get('u', origin), token);
    assert.equal(counts.reads, 1);
  });

  it('asks the other windows for a secret that is missing once, and again after it was stored and deleted', async () => {
    const { vault, counts } = vaultOver(undefined);
    await vault.get('u', origin);
    await vault.get('u', origin);
    assert.equal(counts.requests, 1);
    await vault.store('u', { token, origin });
    await vault.delete('u');
    await vault.get('u', origin);
    assert.equal(counts.requests, 2);
  });

  it('reads again after the secret store has failed', async () => {
    const { vault, state } = vaultOver(text);
    state.isLocked = true;
    await assert.rejects(vault.get('u', origin), (error) => Failure.is(error, 'storage'));
    state.isLocked = false;
    assert.equal(await vault.get('u', origin), token);
  });

  it('sees a secret that came into the store after it was missing', async () => {
    const { vault, state } = vaultOver(undefined);
    assert.equal(await vault.get('u', origin), undefined);
    state.stored = text;
    assert.equal(await vault.get('u', origin), token);
  });

  it('tells of a token that its own window stores, replaces, binds to another origin or deletes', async () => {
    const { vault } = vaultOver(undefined);
    const changed: string[] = [];
    vault.onDidChange((uuid) => changed.push(uuid));
    await vault.store('u', { token, origin });
    await vault.store('u', { token: 'another', origin });
    await vault.store('u', { token: 'another', origin: 'https://moved.example.org' });
    await vault.store('u', { token: 'another', origin: 'https://moved.example.org', expires: '2027-01-01' });
    await vault.delete('u');
    assert.deepEqual(changed, ['u', 'u', 'u', 'u'], 'all but the change of the expiry alone');
  });

  it('remembers no secret after its end', async () => {
    const { vault } = vaultOver(text);
    await vault.get('u', origin);
    assert.equal(vault.expiryOf('u'), '2027-01-01');
    vault.dispose();
    assert.equal(vault.expiryOf('u'), undefined);
  });
});
