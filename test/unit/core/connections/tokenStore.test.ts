import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { Clock } from '../../../../src/core/clock.ts';
import {
  emptySecretSyncFile,
  SecretSync,
  secretSyncFileSchema,
} from '../../../../src/core/connections/secretSync.ts';
import { type SecretStore, TokenStore } from '../../../../src/core/connections/tokenStore.ts';
import { DisposableStore } from '../../../../src/core/disposables.ts';
import { Failure } from '../../../../src/core/failures.ts';
import { systemClock } from '../../../../src/node/process/clock.ts';
import { JsonFile } from '../../../../src/node/files/storedJson.ts';
import { settle } from '../../../simulation/virtualClock.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { withTempFolder } from '../../../support/tempFolder.ts';
import { type SecretBlob, sharedSecrets, WindowSecrets } from '../../../support/windowSecrets.ts';

const origin = 'https://example.org';
const token = 'squ_' + '1'.repeat(40);
const newer = 'squ_' + '2'.repeat(40);

const hurried = (factor: number): Clock => ({
  now: Date.now,
  setTimer: (ms, callback) => systemClock.setTimer(ms * factor, callback),
});
/** Waits for its answer for ever. */
const patient: Clock = { now: Date.now, setTimer: () => ({ dispose: () => undefined }) };
/** Waits end at once, for windows that do not answer. */
const impatient = hurried(0);
/** Waits long enough for an answer that must not come, were it to come. */
const brief = hurried(0.2);

interface Editor {
  readonly openWindow: (secrets: SecretStore, clock?: Clock) => Promise<TokenStore>;
  readonly log: CollectingLog;
  readonly folder: string;
}

const withEditor = (run: (editor: Editor) => Promise<void>): Promise<void> =>
  withTempFolder(async (folder) => {
    const log = new CollectingLog();
    const scope = new DisposableStore();
    let nonces = 0;
    const openWindow = async (secrets: SecretStore, clock = systemClock) => {
      const file = new JsonFile({
        path: join(folder, 'secrets.json'),
        schema: secretSyncFileSchema,
        empty: emptySecretSyncFile,
        log,
      });
      const newNonce = () => `${++nonces}`;
      const secretSync = new SecretSync({ file, clock, newNonce, log });
      scope.add(secretSync);
      scope.add(file);
      await secretSync.start();
      return scope.add(new TokenStore({ secrets, secretSync, log }));
    };
    try {
      await run({ openWindow, log, folder });
      for (const name of await readdir(folder))
        assert.doesNotMatch(await readFile(join(folder, name), 'utf8'), /squ_/, 'a token in a file');
      assert.doesNotMatch(log.lines.join('\n'), /squ_/, 'a token in the log');
    } finally {
      scope.dispose();
    }
  });

/** The secrets of one window, and the keys that it reads. */
function watchedSecrets() {
  const secrets = sharedSecrets()();
  const read: string[] = [];
  const get = (key: string) => {
    read.push(key);
    return secrets.get(key);
  };
  return { secrets: { ...secrets, get }, read };
}

const emptyBlob = (): SecretBlob => ({ secrets: new Map() });
const nextChange = (tokenStore: TokenStore) =>
  new Promise<string>((resolve) => {
    const once = tokenStore.onDidChange((uuid) => {
      once.dispose();
      resolve(uuid);
    });
  });

describe('TokenStore', () => {
  it('keeps one secret per connection under its uuid, with its origin', () =>
    withEditor(async ({ openWindow }) => {
      const blob = emptyBlob();
      await (await openWindow(new WindowSecrets(blob))).store('u', { token, origin });
      assert.deepEqual([...blob.secrets], [['connection/u', JSON.stringify({ token, origin })]]);
      const later = await openWindow(new WindowSecrets(blob));
      assert.equal(await later.get('u', origin), token);
    }));

  it('refuses a token to any origin but its own [P1]', () =>
    withEditor(async ({ openWindow }) => {
      const tokenStore = await openWindow(new WindowSecrets(emptyBlob()));
      await tokenStore.store('u', { token, origin });
      for (const other of ['http://example.org', 'https://example.org:8443', 'https://evil.example'])
        await assert.rejects(tokenStore.get('u', other), { code: 'wrongOrigin' });
    }));

  it('says that a secret is not there after it was stored', () =>
    withEditor(async ({ openWindow }) => {
      const forgetful: SecretStore = {
        get: () => Promise.resolve(undefined),
        store: () => Promise.resolve(),
        delete: () => Promise.resolve(),
      };
      const tokenStore = await openWindow(forgetful, impatient);
      await assert.rejects(tokenStore.store('u', { token, origin }), { code: 'storage' });
      assert.equal(await tokenStore.get('u', origin), undefined);
    }));

  it('names a secret that does not parse, without its text', () =>
    withEditor(async ({ openWindow }) => {
      for (const text of [token, `{"token":"${token}"}`, '{"token":"","origin":"x"}']) {
        const tokenStore = await openWindow(
          new WindowSecrets({ secrets: new Map([['connection/u', text]]) }),
        );
        await assert.rejects(
          tokenStore.get('u', origin),
          (error) =>
            Failure.is(error, 'malformed') &&
            error.message.includes('connection u') &&
            !error.message.includes(token),
        );
      }
    }));

  it('never repeats what a failing secret store says, because it may quote the token', () =>
    withEditor(async ({ openWindow }) => {
      const quoting = () => Promise.reject(new TypeError(`cannot handle {"token":"${token}"}`));
      const tokenStore = await openWindow({ get: quoting, store: quoting, delete: quoting });
      for (const work of [
        tokenStore.get('u', origin),
        tokenStore.store('u', { token, origin }),
        tokenStore.delete('u'),
      ])
        await assert.rejects(work, (error) => {
          assert(Failure.is(error, 'storage'));
          return error.message.includes('TypeError') && !inspect(error).includes(token);
        });
    }));

  const seesChanges = (secrets: () => SecretStore): Promise<void> =>
    withEditor(async ({ openWindow }) => {
      const [a, b] = [await openWindow(secrets(), impatient), await openWindow(secrets(), impatient)];
      await a.store('u', { token, origin });
      assert.equal(await b.get('u', origin), token);
      const changed = nextChange(b);
      await a.store('u', { token: newer, origin });
      assert.equal(await changed, 'u');
      assert.equal(await b.get('u', origin), newer);
      const deleted = nextChange(b);
      await a.delete('u');
      await deleted;
      assert.equal(await b.get('u', origin), undefined);
    });

  it('sees a token that another window of a desktop has changed or deleted', () =>
    seesChanges(sharedSecrets()));

  it('sees the changes of another window, even if the secret store reports none', () => {
    const { onDidChange: _, ...secrets } = sharedSecrets()();
    return seesChanges(() => secrets);
  });

  it('gets a secret that another window wiped stored again by a window that remembers it', () =>
    withEditor(async ({ openWindow }) => {
      const blob = emptyBlob();
      const wiper = await openWindow(new WindowSecrets(blob));
      const owner = await openWindow(new WindowSecrets(blob));
      await owner.store('u', { token, origin });
      await wiper.store('other', { token: newer, origin });
      assert.equal(blob.secrets.has('connection/u'), false, 'the model wipes');

      const reloaded = await openWindow(new WindowSecrets(blob), patient);
      // Its own copy of the secrets is from before the answer: it takes another reload, but nothing is lost.
      assert.equal(await reloaded.get('u', origin), undefined);
      assert.equal(blob.secrets.has('connection/u'), true);
      const again = await openWindow(new WindowSecrets(blob));
      assert.equal(await again.get('u', origin), token);
    }));

  it('gets a wiped secret stored again by a window that has it in its storage but never needed it', () =>
    withEditor(async ({ openWindow }) => {
      const blob = emptyBlob();
      const wiper = await openWindow(new WindowSecrets(blob));
      const owner = await openWindow(new WindowSecrets(blob));
      await owner.store('u', { token, origin });
      await openWindow(new WindowSecrets(blob));
      owner.dispose();
      await wiper.store('other', { token: newer, origin });
      assert.deepEqual([...blob.secrets.keys()], ['connection/other']);
      await (await openWindow(new WindowSecrets(blob), patient)).get('u', origin);
      assert.ok(blob.secrets.has('connection/u'));
    }));

  it('never lets a window that may remember an older token answer', () =>
    withEditor(async ({ openWindow }) => {
      const blob = emptyBlob();
      await (await openWindow(new WindowSecrets(blob))).store('u', { token, origin });
      const stale = await openWindow(new WindowSecrets(blob));
      assert.equal(await stale.get('u', origin), token);
      const renewed = await openWindow(new WindowSecrets(blob));
      await renewed.store('u', { token: newer, origin });
      renewed.dispose();
      blob.secrets = new Map();
      const reloaded = await openWindow(new WindowSecrets(blob), brief);
      assert.equal(await reloaded.get('u', origin), undefined);
      assert.equal(blob.secrets.size, 0, 'the old token was not stored over the newer one');
    }));

  it('returns a token that was stored while it asked the other windows', () =>
    withEditor(async ({ openWindow }) => {
      const tokenStore = await openWindow(new WindowSecrets(emptyBlob()), brief);
      const asked = tokenStore.get('u', origin);
      await tokenStore.store('u', { token, origin });
      assert.equal(await asked, token);
    }));

  it('does not return a token that was deleted during the read', () =>
    withEditor(async ({ openWindow }) => {
      const blob = { secrets: new Map([['connection/u', JSON.stringify({ token, origin })]]) };
      const secrets = new WindowSecrets(blob);
      let goOn: () => void = () => undefined;
      const late = new Promise<void>((resolve) => (goOn = resolve));
      const tokenStore = await openWindow(
        {
          get: async (key) => {
            const value = await secrets.get(key);
            await late;
            return value;
          },
          store: (key, value) => secrets.store(key, value),
          delete: (key) => secrets.delete(key),
        },
        impatient,
      );
      const asked = tokenStore.get('u', origin);
      await tokenStore.delete('u');
      goOn();
      assert.equal(await asked, undefined);
      assert.equal(await tokenStore.get('u', origin), undefined);
    }));

  it('notices a secret that changes in the store without a message of a window', () =>
    withEditor(async ({ openWindow }) => {
      const secrets = sharedSecrets();
      const tokenStore = await openWindow(secrets(), impatient);
      const changed = nextChange(tokenStore);
      await secrets().store('connection/u', JSON.stringify({ token, origin }));
      assert.equal(await changed, 'u');
    }));

  it('reports a secret that it missed before, also if a request finds it before its storing ends', () =>
    withEditor(async ({ openWindow }) => {
      const secrets = new WindowSecrets(emptyBlob());
      const tokenStore = await openWindow(
        {
          get: (key) => secrets.get(key),
          delete: (key) => secrets.delete(key),
          store: async (key, value) => {
            await secrets.store(key, value);
            assert.equal(await tokenStore.get('u', origin), token);
          },
        },
        impatient,
      );
      const changed: string[] = [];
      tokenStore.onDidChange((uuid) => changed.push(uuid));
      assert.equal(await tokenStore.get('u', origin), undefined);
      await tokenStore.store('u', { token, origin });
      assert.deepEqual(changed, ['u']);
    }));

  it('reads nothing when another part of the extension stores a secret', () =>
    withEditor(async ({ openWindow }) => {
      const { secrets, read } = watchedSecrets();
      await openWindow(secrets);
      await secrets.store('connector/u', 'something');
      await settle();
      assert.deepEqual(read, []);
    }));

  it('keeps the answer of a later reading when an earlier one, overtaken by a deletion, ends meanwhile', () =>
    withEditor(async ({ openWindow }) => {
      const pending: ((value: string | undefined) => void)[] = [];
      const tokenStore = await openWindow(
        {
          get: () => new Promise((resolve) => pending.push(resolve)),
          store: () => Promise.resolve(),
          delete: () => Promise.resolve(),
        },
        impatient,
      );
      const superseded = tokenStore.get('u', origin);
      await tokenStore.delete('u');
      const later = tokenStore.get('u', origin);
      pending[0]?.(JSON.stringify({ token, origin }));
      assert.equal(await superseded, undefined);
      pending[1]?.(JSON.stringify({ token: newer, origin }));
      assert.equal(await later, newer);
    }));

  it('stores nothing for other windows after its end, even in a host whose secret store reports no changes', () =>
    withEditor(async ({ openWindow }) => {
      const stored: string[] = [];
      const text = JSON.stringify({ token, origin });
      const ended = await openWindow({
        get: () => Promise.resolve(text),
        store: (key) => Promise.resolve(void stored.push(key)),
        delete: () => Promise.resolve(),
      });
      ended.dispose();
      const asking = await openWindow(new WindowSecrets(emptyBlob()), brief);
      assert.equal(await asking.get('u', origin), undefined);
      assert.deepEqual(stored, []);
    }));

  it('says when a token that it has read expires, and not after it was deleted', () =>
    withEditor(async ({ openWindow }) => {
      const tokenStore = await openWindow(new WindowSecrets(emptyBlob()), impatient);
      assert.equal(tokenStore.expiryOf('u'), undefined);
      await tokenStore.store('u', { token, origin, expires: '2027-01-01' });
      assert.equal(tokenStore.expiryOf('u'), '2027-01-01');
      await tokenStore.delete('u');
      assert.equal(tokenStore.expiryOf('u'), undefined);
    }));

  it('reads nothing after its end when the store reports a change', () =>
    withEditor(async ({ openWindow }) => {
      const { secrets, read } = watchedSecrets();
      const tokenStore = await openWindow(secrets);
      tokenStore.dispose();
      await secrets.store('connection/u', JSON.stringify({ token, origin }));
      await settle();
      assert.deepEqual(read, []);
    }));

  it('accepts a token of one character, because only the platform decides what a token is', () =>
    withEditor(async ({ openWindow }) => {
      const tokenStore = await openWindow(new WindowSecrets(emptyBlob()));
      await tokenStore.store('u', { token: 'x', origin });
      assert.equal(await tokenStore.get('u', origin), 'x');
    }));
});
