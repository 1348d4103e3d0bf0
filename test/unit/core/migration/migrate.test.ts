import assert from 'node:assert/strict';
import { emptyConnectionsFile } from '../../../../src/core/connections/store.ts';
import type { MigrationReport } from '../../../../src/core/migration/report.ts';
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
  type Sections,
  other,
  t1,
  t2,
  url,
} from '../../../support/migrationWorld.ts';

describe('migrate', () => {
  it('copies first and takes the element out in a later start, leaving an empty array', async () => {
    const element = { connectionId: 'main', serverUrl: `${url}/`, token: t1, disableNotifications: true };
    const state = durable({ sections: user([element]) });
    const [outcome] = await run(state);
    assert(
      outcome?.outcome === 'migrated' && outcome.removal === 'laterStart' && outcome.token === 'settings',
    );
    const [connection] = state.file.connections;
    assert(connection);
    assert.deepEqual(connection, {
      kind: 'server',
      uuid: connection.uuid,
      connectionId: 'main',
      serverUrl: url,
      receiveNotifications: false,
    });
    assert.deepEqual(secretOf(state, 'main'), { token: t1, origin: url });
    assert.deepEqual(state.sections, user([element]));

    assert.deepEqual(
      removals(await run(state, { session: 's1' })),
      ['laterStart'],
      'a reload is no later start',
    );
    assert.deepEqual(removals(await run(state, { session: 's2' })), ['done']);
    assert.deepEqual(state.sections, user([]));
    assert.deepEqual(secretOf(state, 'main'), { token: t1, origin: url });
  });

  it('binds a cloud token to the origin of its region [CO2]', async () => {
    const state = durable({ sections: user([], [{ organizationKey: 'acme', region: 'US', token: t1 }]) });
    await run(state);
    assert.deepEqual(names(state), ['acme']);
    assert.deepEqual(secretOf(state, 'acme'), { token: t1, origin: 'https://sonarqube.us' });
  });

  it('takes everything that may go out of an array in one update', async () => {
    const elements = [1, 2, 3].map((n) => ({ connectionId: `c${n}`, serverUrl: url, token: `${t1}${n}` }));
    const state = durable({ sections: user([...elements, { serverUrl: 7 }]) });
    await run(state);
    let updates = 0;
    assert.deepEqual(removals(await run(state, { session: 's2', beforeReplace: () => updates++ })), [
      'done',
      'done',
      'done',
      'refused',
    ]);
    assert.equal(updates, 1);
    assert.deepEqual(state.sections, user([{ serverUrl: 7 }]));
  });

  it('removes an element at once on demand, after the token was read back', async () => {
    const state = durable({ sections: user([{ serverUrl: url, token: t1 }]) });
    assert.deepEqual(removals(await run(state, { removeNow: true })), ['done']);
    assert.deepEqual(state.sections, user([]));
    assert.deepEqual(secretOf(state, 'example.org'), { token: t1, origin: url });
  });

  it('tells the user of each removal, also if the process was killed after it', async () => {
    const elements = [1, 2].map((n) => ({ connectionId: `c${n}`, serverUrl: url, token: `${t1}${n}` }));
    const copied = durable({ sections: user(elements) });
    await run(copied);
    const { writes } = await start(durable(copied), { session: 's2' });
    for (let at = 1; at <= writes; at++)
      for (const when of ['before', 'after'] as const) {
        const state = durable(copied);
        const told: number[] = [];
        const tell = ({ outcomes, removedBefore }: MigrationReport) => {
          const removed = removals(outcomes).filter((removal) => removal === 'done').length + removedBefore;
          if (removed > 0) told.push(removed);
        };
        await start(state, { session: 's2', kill: { at, when }, tell });
        // After a kill between the message and the note about it, a second message is better than none.
        const mayRepeat = told.length > 0;
        await run(state, { session: 's3', tell });
        await run(state, { session: 's4', tell });
        const message = `killed ${when} write ${at} of ${writes}`;
        assert.ok(
          told.length === 1 || (mayRepeat && told.length === 2),
          `${message}: ${told.length} messages`,
        );
        assert.deepEqual([...new Set(told)], [2], message);
        assert.deepEqual(state.sections, user([]));
      }
  });

  it('keeps the element when the secret store refuses, and tries again in the next start', async () => {
    const state = durable({ sections: user([{ serverUrl: url, token: t1 }]) });
    for (const removeNow of [false, true])
      assert.deepEqual(reasons(await run(state, { isLocked: true, removeNow })), ['secretStore']);
    assert.deepEqual(state.sections, user([{ serverUrl: url, token: t1 }]));
    assert.deepEqual(removals(await run(state, { session: 's2' })), ['laterStart']);
    assert.deepEqual(secretOf(state, 'example.org'), { token: t1, origin: url });
    assert.deepEqual(removals(await run(state, { session: 's3' })), ['done']);
  });

  it('starts over when the secret store has forgotten the token', async () => {
    const state = durable({ sections: user([{ serverUrl: url, token: t1 }]) });
    for (const session of ['s1', 's2', 's3']) {
      assert.deepEqual(removals(await run(state, { session })), ['laterStart']);
      state.secrets.clear();
    }
    assert.deepEqual(names(state), ['example.org']);
  });

  it('leaves malformed elements in the settings, and migrates the others', async () => {
    const elements = [5, { serverUrl: url, token: t1 }, { serverUrl: 'nonsense', token: t2 }];
    const state = durable({ sections: user(elements, { not: 'an array' }) });
    assert.deepEqual(reasons(await run(state)), ['malformed', 'migrated', 'malformed', 'malformed']);
    await run(state, { session: 's2' });
    assert.deepEqual(state.sections, user([5, elements[2]], { not: 'an array' }));
  });

  it('migrates an element with optional fields of other types, and reports each of them', async () => {
    const elements = [
      { serverUrl: url, token: t1, connectionId: 7, disableNotifications: 'true' },
      { serverUrl: other, token: t2, connectionId: null },
    ];
    const state = durable({
      sections: user(elements, [{ organizationKey: 'acme', region: null, token: t2 }]),
    });
    const outcomes = await run(state);
    assert.deepEqual(
      outcomes.map((outcome) => outcome.outcome === 'migrated' && outcome.repairs),
      [
        [
          { field: 'connectionId', by: 'text' },
          { field: 'disableNotifications', by: 'default' },
        ],
        [{ field: 'connectionId', by: 'default' }],
        [{ field: 'region', by: 'default' }],
      ],
    );
    assert.deepEqual(names(state), ['7', 'other.example', 'acme']);
    assert.deepEqual(secretOf(state, '7'), { token: t1, origin: url });
    assert.deepEqual(removals(await run(state, { session: 's2' })), ['done', 'done', 'done']);
    assert.deepEqual(state.sections, user([], []));
  });

  it('keeps an element whose token is not text until the user removes it', async () => {
    const elements = [{ serverUrl: url, token: [t1] }];
    const state = durable({ sections: user(elements) });
    for (const session of ['s1', 's2', 's3'])
      assert.deepEqual(removals(await run(state, { session })), ['onRequest']);
    assert.deepEqual(names(state), ['example.org']);
    assert.deepEqual(state.sections, user(elements));
    const { report } = await start(state, { session: 's4' });
    assert.deepEqual(report?.advice, ['revoke']);
    assert.deepEqual(removals(await run(state, { session: 's4', removeNow: true })), ['done']);
    assert.deepEqual(state.sections, user([]));
  });

  it('does not bring a deleted connection back, and drops its element only on request', async () => {
    const identity = { kind: 'server', address: url, id: 'main' } as const;
    const element = { connectionId: 'main', serverUrl: `${url}/`, token: t1 };
    const state = durable({
      sections: user([element, { ...element, connectionId: 'other' }]),
      file: { ...emptyConnectionsFile, tombstones: [identity] },
    });
    const outcomes = await run(state);
    assert.deepEqual(reasons(outcomes), ['alreadyMigrated', 'migrated']);
    assert.deepEqual(names(state), ['other']);
    assert.deepEqual(removals(await run(state, { session: 's2' })), ['onRequest', 'done']);
    assert.deepEqual(removals(await run(state, { session: 's3', removeNow: true })), ['done']);
    assert.deepEqual(state.sections, user([]));
    assert.deepEqual(names(state), ['other']);
  });

  it('leaves the element of a deleted connection to the user in a file that the editor cannot write', async () => {
    const identity = { kind: 'server', address: url, id: null } as const;
    const sections: Sections = {
      server: { globalLocalValue: [], globalRemoteValue: [{ serverUrl: url, token: t1 }] },
    };
    const state = durable({ sections, file: { ...emptyConnectionsFile, tombstones: [identity] } });
    assert.deepEqual(removals(await run(state, { removeNow: true })), ['byHand']);
    assert.deepEqual(state.sections, sections);
  });

  it('remembers every element that became a connection, whenever that was', async () => {
    const state = durable({ sections: user([{ serverUrl: url, token: t1 }]) });
    await run(state);
    state.sections = user([
      { serverUrl: url, token: t1 },
      { serverUrl: other, token: t2 },
    ]);
    await run(state);
    await run(state, { session: 's2' });
    assert.deepEqual(
      state.file.migrated.map(({ identity, uuid }) => [identity.address, uuid]),
      state.file.connections.map(({ uuid }, index) => [[url, other][index], uuid]),
    );
  });

  it('knows an element that another window brings back, under whatever name its connection has now', async () => {
    const sections = user([{ connectionId: 'main', serverUrl: url, token: t1 }]);
    const state = durable({ sections });
    await run(state);
    await run(state, { session: 's2' });
    const [connection] = state.file.connections;
    assert(connection);
    const renamed = { ...connection, connectionId: 'renamed' };
    state.file = { ...state.file, connections: [renamed] };
    state.sections = structuredClone(sections);
    const outcomes = await run(state, { session: 's3' });
    assert.deepEqual(reasons(outcomes), ['alreadyMigrated']);
    assert.deepEqual(removals(outcomes), ['done']);
    assert.deepEqual(state.file.connections, [renamed]);
  });

  it("copies nothing from a workspace without the user's decision [CO4]", async () => {
    const elements = [{ serverUrl: url, token: t1 }, { serverUrl: other }];
    const state = durable({
      sections: { server: { workspaceValue: elements, folders: [{ folder: 'f', value: [elements[0]] }] } },
    });
    const { report } = await start(state, { session: 's1', removeNow: true });
    assert(report);
    const inWorkspace = (address: string, hasToken: boolean) => ({
      problem: 'inWorkspace',
      identity: { kind: 'server', address, id: null },
      hasToken,
    });
    assert.deepEqual(
      report.outcomes.map((outcome) => outcome.outcome === 'refused' && outcome.reason),
      [inWorkspace(url, true), inWorkspace(other, false), inWorkspace(url, true)],
    );
    assert.deepEqual(report.advice, ['revokeCommitted']);
    assert.deepEqual([state.file, state.secrets.size], [emptyConnectionsFile, 0]);

    const choices = new Map([[keysOf(report.outcomes)[0] ?? '', 'move' as const]]);
    assert.deepEqual(removals(await run(state, { choices })), ['done', 'refused', 'refused']);
    assert.deepEqual(secretOf(state, 'example.org'), { token: t1, origin: url });
    assert.deepEqual(state.sections.server?.workspaceValue, [elements[1]]);
    assert.deepEqual(state.sections.server.folders, [{ folder: 'f', value: [elements[0]] }]);
  });

  it('copies the settings of a machine and of the user, and leaves both files to the user', async () => {
    const sections: Sections = {
      server: {
        globalValue: [{ serverUrl: other, token: t2 }],
        globalLocalValue: [{ serverUrl: url, token: t1 }],
        globalRemoteValue: [{ serverUrl: other, token: t2 }],
      },
    };
    const state = durable({ sections });
    await run(state);
    assert.deepEqual(removals(await run(state, { session: 's2', removeNow: true })), ['byHand', 'byHand']);
    assert.deepEqual(state.sections, sections);
    assert.deepEqual(names(state), ['example.org', 'other.example']);
  });

  it('reads the effective value if the editor does not separate its files', async () => {
    const state = durable({ sections: { server: { globalValue: [{ serverUrl: url, token: t1 }] } } });
    assert.deepEqual(reasons(await run(state)), ['migrated']);
  });

  it('writes nothing over settings that changed meanwhile', async () => {
    const state = durable({ sections: user([{ serverUrl: url, token: t1 }]) });
    await run(state);
    const changed = user([
      { serverUrl: url, token: t1 },
      { serverUrl: other, token: t2 },
    ]);
    const beforeReplace = () => {
      state.sections = changed;
    };
    const { report } = await start(state, { session: 's2', beforeReplace });
    assert.deepEqual(removals(report?.outcomes ?? []), ['failed']);
    assert.equal(report?.failures.length, 1);
    assert.deepEqual(state.sections, changed);
  });

  it('advises what follows from tokens in plain text and from removal', async () => {
    const advice = async (sections: Sections) =>
      (await start(durable({ sections }), { session: 's1' })).report?.advice;
    assert.deepEqual(await advice(user([{ serverUrl: url, token: t1 }])), ['revoke', 'commentsLost', 'sync']);
    assert.deepEqual(await advice(user([{ serverUrl: url }])), ['commentsLost', 'sync']);
    assert.deepEqual(await advice(user([{ serverUrl: 5 }])), []);
    assert.deepEqual(await advice({ server: { globalRemoteValue: [{ serverUrl: url, token: t1 }] } }), [
      'revoke',
      'removeByHand',
    ]);
  });

  it('writes nothing if there is nothing to migrate', async () => {
    const { report, writes } = await start(durable({ sections: user([], []) }), { session: 's1' });
    assert.deepEqual([report, writes], [{ outcomes: [], advice: [], failures: [], removedBefore: 0 }, 0]);
  });

  it('leaves the migration to the window that runs it', async () => {
    const state = durable({ sections: user([{ serverUrl: url, token: t1 }]) });
    const { report, writes } = await start(state, { session: 's1', isBusy: true });
    assert.deepEqual([report, writes], [undefined, 0]);
  });
});
