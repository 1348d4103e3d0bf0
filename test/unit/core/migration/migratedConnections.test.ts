import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connections/connection.ts';
import { emptyConnectionsFile } from '../../../../src/core/connections/store.ts';
import {
  durable,
  keysOf,
  names,
  reasons,
  removals,
  run,
  secretOf,
  start,
  user,
  other,
  t1,
  t2,
  url,
} from '../../../support/migrationWorld.ts';

/** A connection that the user has created. */
const connectionOf = (connectionId: string, serverUrl: string): Connection => ({
  kind: 'server',
  uuid: 'mine',
  connectionId,
  serverUrl,
  receiveNotifications: false,
});

describe('names and identities of migrated connections', () => {
  it('names connections that have no id, without taking a name that is written elsewhere', async () => {
    const state = durable({
      sections: user(
        [
          { serverUrl: url, token: t1 },
          { serverUrl: other },
          { connectionId: 'example.org', serverUrl: other },
        ],
        [{ organizationKey: 'example.org' }],
      ),
    });
    const outcomes = await run(state);
    assert.deepEqual(names(state), ['example.org (2)', 'other.example', 'example.org', 'example.org (3)']);
    assert(outcomes.every((outcome) => outcome.outcome === 'migrated' && !outcome.renamedFrom));
  });

  it('gives a repeated id to the first element, server before cloud, and reports it', async () => {
    const state = durable({
      sections: user(
        [
          { connectionId: 'main', serverUrl: url },
          { connectionId: 'main', serverUrl: other },
        ],
        [{ connectionId: 'main', organizationKey: 'acme' }],
      ),
    });
    const renamed = (await run(state)).map(
      (outcome) => outcome.outcome === 'migrated' && outcome.renamedFrom,
    );
    assert.deepEqual(names(state), ['main', 'main (2)', 'main (3)']);
    assert.deepEqual(renamed, [undefined, 'main', 'main']);
  });

  it('keeps ids apart that only look the same, and reports it', async () => {
    const server = [' main', 'Main'].map((connectionId) => ({ connectionId, serverUrl: url }));
    const state = durable({ sections: user(server) });
    const alike = (await run(state)).map((outcome) => outcome.outcome === 'migrated' && outcome.resembles);
    assert.deepEqual(names(state), [' main', 'Main']);
    assert.deepEqual(alike, ['Main', ' main']);
  });

  it('makes one connection of an element that is listed twice', async () => {
    const element = { serverUrl: url, token: t1 };
    const state = durable({
      sections: user([element, { ...element, serverUrl: `${url}//` }, { serverUrl: url }]),
    });
    assert.deepEqual(reasons(await run(state)), ['migrated', 'alreadyMigrated', 'alreadyMigrated']);
    assert.deepEqual(removals(await run(state, { session: 's2' })), ['done', 'done', 'done']);
    assert.deepEqual(names(state), ['example.org']);
  });

  it('makes two connections of one server under two ids, each with its own token', async () => {
    const state = durable({
      sections: user([
        { connectionId: 'a', serverUrl: url, token: t1 },
        { connectionId: 'b', serverUrl: url, token: t2 },
      ]),
    });
    await run(state);
    assert.deepEqual(secretOf(state, 'a'), { token: t1, origin: url });
    assert.deepEqual(secretOf(state, 'b'), { token: t2, origin: url });
  });

  it('keeps a connection that the user has created, unchanged', async () => {
    const mine = connectionOf('my name', url);
    const state = durable({
      sections: user([{ serverUrl: url, token: t1 }]),
      file: { ...emptyConnectionsFile, connections: [mine] },
    });
    await run(state);
    assert.deepEqual(state.file.connections, [mine]);
    assert.deepEqual(secretOf(state, 'my name'), { token: t1, origin: url });
  });

  it('gives a connection of the user to one element only', async () => {
    const mine = connectionOf('main', url);
    const state = durable({
      sections: user([{ serverUrl: url }, { connectionId: 'main', serverUrl: url, token: t1 }]),
      file: { ...emptyConnectionsFile, connections: [mine] },
    });
    await run(state);
    assert.equal(state.file.connections.length, 2);
    assert.equal(secretOf(state, 'main'), undefined);
  });

  it('leaves an id to the connection that has it', async () => {
    const mine = connectionOf('main', other);
    const state = durable({
      sections: user([{ connectionId: 'main', serverUrl: url, token: t1 }]),
      file: { ...emptyConnectionsFile, connections: [mine] },
    });
    await run(state);
    assert.deepEqual(names(state), ['main', 'main (2)']);
    assert.equal(secretOf(state, 'main'), undefined);
  });
});

describe('tokens of migrated connections', () => {
  it('asks which of two tokens of one connection is right', async () => {
    const elements = [t1, t2].map((token) => ({ serverUrl: url, token }));
    const sections = user(elements);
    const asked = async (choice: 'settings' | 'stored', session: string) => {
      const state = durable({ sections });
      const outcomes = await run(state);
      assert.deepEqual(reasons(outcomes), ['migrated', 'tokenDiffers']);
      const second = keysOf(outcomes)[1];
      assert(second);
      await run(state, { choices: new Map([[second, choice]]), session });
      return state;
    };
    const stored = await asked('stored', 's1');
    assert.deepEqual(stored.sections, user([elements[0]]), 'dropped at once, the other one waits');
    assert.deepEqual(secretOf(stored, 'example.org'), { token: t1, origin: url });
    const settings = await asked('settings', 's2');
    assert.deepEqual(secretOf(settings, 'example.org'), { token: t2, origin: url });
    assert.deepEqual(settings.sections, sections, 'a token that was just stored has to outlive a start');
  });

  it('does not overwrite a token that the user has renewed', async () => {
    const sections = user([{ serverUrl: url, token: t1 }]);
    const state = durable({ sections });
    await run(state);
    const key = `connection/${state.file.connections[0]?.uuid}`;
    state.secrets.set(key, JSON.stringify({ token: t2, origin: url }));
    for (const removeNow of [false, true])
      assert.deepEqual(reasons(await run(state, { session: 's2', removeNow })), ['tokenDiffers']);
    assert.deepEqual(secretOf(state, 'example.org'), { token: t2, origin: url });
    assert.deepEqual(state.sections, sections);
  });

  it('finds what versions 3.6 and 3.7 stored, and deletes the old secret when the element goes [CN5]', async () => {
    const state = durable({
      sections: user([{ serverUrl: `${url}/` }], [{ organizationKey: 'new' }, { organizationKey: 'old' }]),
      secrets: new Map([
        [`${url}/`, t1],
        ['EU_new', t2],
        ['old', t1],
      ]),
    });
    const outcomes = await run(state);
    assert(outcomes.every((outcome) => outcome.outcome === 'migrated' && outcome.token === 'oldSecret'));
    assert.deepEqual(secretOf(state, 'example.org'), { token: t1, origin: url });
    assert.deepEqual(secretOf(state, 'new'), { token: t2, origin: 'https://sonarcloud.io' });
    assert.equal(state.secrets.size, 6);
    await run(state, { session: 's2' });
    assert.equal(state.secrets.size, 3);
    assert.deepEqual(state.sections, user([], []));
  });

  it('leaves no old secret behind when it is killed while the element goes', async () => {
    for (const at of [1, 2]) {
      const state = durable({ sections: user([{ serverUrl: url }]), secrets: new Map([[url, t1]]) });
      await run(state);
      await start(state, { session: 's2', kill: { at, when: 'after' } });
      await run(state, { session: 's3' });
      assert.deepEqual(state.sections, user([]));
      assert.equal(state.secrets.has(url), false);
      assert.deepEqual(secretOf(state, 'example.org'), { token: t1, origin: url });
    }
  });

  it('keeps an old secret that another element still needs', async () => {
    const state = durable({
      sections: user([{ serverUrl: url }, { connectionId: 'b', serverUrl: url, token: t2 }]),
      secrets: new Map([[url, t1]]),
    });
    assert.deepEqual(reasons(await run(state)), ['migrated', 'tokenDiffers']);
    await run(state, { session: 's2' });
    assert.equal(state.secrets.get(url), t1);
  });

  it('keeps an old secret that is another than the one of its connection', async () => {
    const state = durable({ sections: user([{ serverUrl: url }]), secrets: new Map([[url, t1]]) });
    await run(state);
    const key = `connection/${state.file.connections[0]?.uuid}`;
    state.secrets.set(key, JSON.stringify({ token: t2, origin: url }));
    assert.deepEqual(removals(await run(state, { session: 's2' })), ['done']);
    assert.equal(state.secrets.get(url), t1);
  });

  it('trusts the secret of 3.6 more than a token in the settings, and asks', async () => {
    const state = durable({ sections: user([{ serverUrl: url, token: t2 }]), secrets: new Map([[url, t1]]) });
    assert.deepEqual(reasons(await run(state)), ['tokenDiffers']);
    assert.deepEqual(secretOf(state, 'example.org'), { token: t1, origin: url });
  });

  it('stores a connection without any token', async () => {
    const state = durable({ sections: user([{ serverUrl: url, token: '' }]) });
    const [outcome] = await run(state);
    assert(outcome?.outcome === 'migrated' && outcome.token === undefined);
    assert.equal(state.secrets.size, 0);
    assert.deepEqual(removals(await run(state, { session: 's2' })), ['done']);
  });

  it('gives no token to a connection that leads elsewhere by now', async () => {
    const state = durable({ sections: user([{ connectionId: 'main', serverUrl: url, token: t1 }]) });
    await run(state);
    const [connection] = state.file.connections;
    assert(connection?.kind === 'server');
    state.file = { ...state.file, connections: [{ ...connection, serverUrl: other }] };
    state.secrets.clear();
    for (const removeNow of [false, true])
      assert.deepEqual(reasons(await run(state, { session: 's2', removeNow })), ['addressChanged']);
    assert.equal(state.secrets.size, 0);
  });
});
