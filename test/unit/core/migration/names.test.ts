import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connections/connection.ts';
import { emptyConnectionsFile } from '../../../../src/core/connections/store.ts';
import {
  durable,
  names,
  reasons,
  removals,
  run,
  secretOf,
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
