import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Connection } from '../../../../src/core/connections/connection.ts';
import { emptyConnectionsFile } from '../../../../src/core/connections/store.ts';
import { readElement } from '../../../../src/core/migration/element.ts';
import { legacySections, type InspectedSection } from '../../../../src/core/migration/settings.ts';
import { type Durable, durable, type Sections, start } from '../../../support/migrationWorld.ts';

// There are few servers and ids, so that elements collide, and many tokens, so that a lost token has no copy.
const tokens = ['1', '2', '3', '4', '5', '6', '7'].map((digit) => 'squ_' + digit.repeat(40));
const token = fc.constantFrom(...tokens);
const id = fc.constantFrom('main', 'main ', 'example.org');
const url = fc.constantFrom('https://example.org', 'https://example.org/', 'https://mine.example');
const optional = { requiredKeys: [] };

const server = fc
  .record({ connectionId: id, token, disableNotifications: fc.boolean(), extra: fc.string() }, optional)
  .chain((rest) => url.map((serverUrl) => ({ ...rest, serverUrl })));
const cloud = fc
  .record({ connectionId: id, token, region: fc.constantFrom('EU', 'US', 'eu') }, optional)
  .chain((rest) =>
    fc.constantFrom('example.org', 'other').map((organizationKey) => ({ ...rest, organizationKey })),
  );
/** Anything for the field `token`: a token as it should be, inside of something else, or none. */
const anyToken = fc.oneof(
  token,
  fc.array(token, { minLength: 1, maxLength: 2 }),
  fc.record({ value: token }),
  fc.jsonValue(),
);
const anyOptionalFields = fc.record(
  {
    connectionId: fc.jsonValue(),
    token: anyToken,
    region: fc.jsonValue(),
    disableNotifications: fc.jsonValue(),
  },
  optional,
);
/** Nearly right: one field is anything. */
const nearly = (element: fc.Arbitrary<object>) =>
  fc
    .tuple(
      element,
      fc.constantFrom(
        'connectionId',
        'serverUrl',
        'organizationKey',
        'token',
        'region',
        'disableNotifications',
      ),
      fc.jsonValue(),
    )
    .map(([fields, name, value]) => ({ ...fields, [name]: value }));
const arrayOf = (element: fc.Arbitrary<object>) =>
  fc.array(fc.oneof({ weight: 6, arbitrary: element }, nearly(element), fc.jsonValue()), { maxLength: 5 });

const inspected = (element: fc.Arbitrary<object>): fc.Arbitrary<InspectedSection> => {
  const value = fc.oneof({ weight: 9, arbitrary: arrayOf(element) }, fc.jsonValue());
  const elsewhere = fc.option(arrayOf(element), { nil: undefined, freq: 5 });
  return fc.record({ globalLocalValue: value, globalRemoteValue: elsewhere, workspaceValue: elsewhere });
};
const sections: fc.Arbitrary<Sections> = fc.record({ server: inspected(server), cloud: inspected(cloud) });

const oldSecrets = fc.dictionary(
  fc.constantFrom('https://example.org', 'https://example.org/', 'EU_other', 'other'),
  token,
);
const ownConnection: fc.Arbitrary<Connection> = fc.record({
  kind: fc.constant('server'),
  uuid: fc.constant('mine'),
  connectionId: id,
  serverUrl: fc.constantFrom('https://example.org', 'https://mine.example'),
  receiveNotifications: fc.boolean(),
});
const own = fc.option(fc.tuple(ownConnection, fc.option(token)));

/** Any state from which the first start may begin. */
const worlds: fc.Arbitrary<Durable> = fc.tuple(sections, oldSecrets, own).map(([given, old, mine]) => {
  const secrets = new Map(Object.entries(old));
  if (mine?.[1])
    secrets.set(
      'connection/mine',
      JSON.stringify({ token: mine[1], origin: new URL(serverUrlOf(mine[0])).origin }),
    );
  const connections = mine ? [mine[0]] : [];
  return durable({ sections: given, secrets, file: { ...emptyConnectionsFile, connections } });
});

function serverUrlOf(connection: Connection): string {
  assert(connection.kind === 'server');
  return connection.serverUrl;
}

const runs = { numRuns: 100 };
const copyOf = (state: Durable) => durable(state);

/** The tokens of all that stands in settings or secret store, as one multiset-free text to search in. */
const everything = ({ sections: given, secrets }: Durable) => JSON.stringify([given, [...secrets.values()]]);
const tokensIn = (text: string) => tokens.filter((candidate) => text.includes(candidate));

/**
 * The state that a user sees: names, addresses, tokens and settings, without uuids. It leaves out unused
 * secrets, because a killed run may leave one behind.
 */
const seen = ({ sections: given, secrets, file }: Durable) => ({
  sections: given,
  connections: file.connections.map(({ uuid, ...connection }) => ({
    ...connection,
    secret: secrets.get(`connection/${uuid}`),
  })),
});

async function settle(state: Durable, firstSession: number): Promise<void> {
  for (let n = firstSession; n < firstSession + 3; n++) await start(state, { session: `s${n}` });
}

describe('migrate, whatever the settings hold', () => {
  it('gives each element one outcome and never throws', () =>
    fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), worlds, async (a, b, c, world) => {
        for (const given of [
          { server: { globalValue: a, workspaceValue: b }, cloud: { globalRemoteValue: c } },
          world.sections,
        ]) {
          const { report } = await start({ ...world, sections: given }, { session: 's1', removeNow: true });
          const values = Object.values(given).flatMap((section: InspectedSection): unknown[] =>
            Object.values(section),
          );
          const expected = values.filter((value) => value !== undefined);
          const count = expected.map((value) => (Array.isArray(value) ? value.length : 1));
          assert.equal(
            report?.outcomes.length,
            count.reduce((sum, n) => sum + n, 0),
          );
        }
      }),
      runs,
    ));

  it('changes nothing in a second run, and nothing at all after some starts', () =>
    fc.assert(
      fc.asyncProperty(worlds, async (world) => {
        await start(world, { session: 's1' });
        const once = copyOf(world);
        assert.equal((await start(world, { session: 's1' })).writes, 0);
        assert.deepEqual(world, once);
        await start(world, { session: 's2' });
        const twice = copyOf(world);
        for (const session of ['s2', 's3', 's4'])
          assert.equal((await start(world, { session })).writes, 0, session);
        assert.deepEqual(world, twice);
      }),
      runs,
    ));

  it('has each token in the settings or in the secret store at every moment, killed at any write [CO3]', () =>
    fc.assert(
      fc.asyncProperty(worlds, fc.boolean(), async (world, removeNow) => {
        const before = tokensIn(everything(world));
        const undisturbed = copyOf(world);
        const begins: { readonly state: Durable; readonly writes: number }[] = [];
        for (const session of ['s1', 's2', 's3']) {
          const state = copyOf(undisturbed);
          const { writes } = await start(undisturbed, { session, removeNow });
          begins.push({ state, writes });
        }
        for (const [n, begin] of begins.entries())
          for (let at = 1; at <= begin.writes; at++)
            for (const when of ['before', 'after'] as const) {
              const state = copyOf(begin.state);
              const onWrite = () => assert.deepEqual(tokensIn(everything(state)), before);
              const killed = await start(state, {
                session: `s${n + 1}`,
                kill: { at, when },
                removeNow,
                onWrite,
              });
              assert.equal(killed.report, undefined);
              onWrite();
              for (const session of ['later', 'again', 'at last'])
                await start(state, { session, removeNow, onWrite });
              assert.deepEqual(seen(state), seen(undisturbed));
            }
      }),
      { numRuns: 60 },
    ));

  it('loses no connection and no token to optional fields that hold anything', () => {
    const elements = fc.array(anyOptionalFields, { maxLength: 4 });
    return fc.assert(
      fc.asyncProperty(elements, elements, async (left, right) => {
        // Each has another address, so that each becomes another connection.
        const local = left.map((fields, n) => ({ ...fields, serverUrl: `https://s${n}.example` }));
        const cloudLocal = right.map((fields, n) => ({ ...fields, organizationKey: `org${n}` }));
        const state = durable({
          sections: { server: { globalLocalValue: local }, cloud: { globalLocalValue: cloudLocal } },
        });
        const before = tokensIn(everything(state));
        for (const session of ['s1', 's2', 's3']) {
          const { report } = await start(state, { session });
          assert.deepEqual(report?.outcomes.filter(({ outcome }) => outcome === 'refused') ?? [], []);
          assert.deepEqual(tokensIn(everything(state)), before);
          assert.equal(state.file.connections.length, left.length + right.length);
        }
        for (const [n, connection] of state.file.connections.entries()) {
          const typed = [...left, ...right][n]?.token;
          if (typeof typed !== 'string' || typed.trim() === '') continue;
          const secret = JSON.parse(state.secrets.get(`connection/${connection.uuid}`) ?? 'null') as unknown;
          assert.equal((secret as { token: string } | null)?.token, typed.trim());
        }
      }),
      runs,
    );
  });

  it('never takes a token out of the settings while the secret store refuses, or forgets at every exit', () =>
    fc.assert(
      fc.asyncProperty(sections, fc.boolean(), async (given, isLocked) => {
        const state = durable({ sections: given });
        const before = tokensIn(JSON.stringify(given));
        for (const session of ['s1', 's2', 's3', 's4']) {
          for (let reload = 0; reload < 2; reload++)
            await start(state, { session, isLocked, removeNow: isLocked });
          assert.deepEqual(tokensIn(JSON.stringify(state.sections)), before);
          state.secrets.clear();
        }
      }),
      runs,
    ));

  it('overwrites nothing that the user has set', () =>
    fc.assert(
      fc.asyncProperty(worlds, fc.boolean(), async (world, removeNow) => {
        const before = copyOf(world);
        for (const session of ['s1', 's2', 's3']) {
          const at = copyOf(world);
          const { report } = await start(world, { session, removeNow });
          for (const connection of before.file.connections)
            assert(world.file.connections.some((now) => JSON.stringify(now) === JSON.stringify(connection)));
          for (const [key, value] of at.secrets)
            if (key.startsWith('connection/')) assert.equal(world.secrets.get(key), value);
          for (const section of legacySections) {
            const [old, now] = [at.sections[section], world.sections[section]];
            assert.deepEqual(now?.workspaceValue, old?.workspaceValue);
            assert.deepEqual(now?.globalRemoteValue, old?.globalRemoteValue);
            if (!Array.isArray(old?.globalLocalValue)) assert.deepEqual(now, old);
            else {
              const stays = report?.outcomes.filter(
                (outcome) =>
                  outcome.ref.section === section &&
                  outcome.ref.level === 'user' &&
                  (outcome.outcome === 'refused' || outcome.removal !== 'done'),
              );
              const values: unknown[] = old.globalLocalValue;
              assert.deepEqual(
                now?.globalLocalValue,
                stays?.map(({ ref }) => values[ref.index ?? -1]),
              );
            }
          }
        }
      }),
      runs,
    ));

  it('keeps every id that a binding may name with the connection that had it', () =>
    fc.assert(
      fc.asyncProperty(worlds, async (world) => {
        const meant = new Map(
          world.file.connections.map(({ connectionId, ...rest }) => [connectionId, addressOf(rest)]),
        );
        for (const section of legacySections) {
          const { globalLocalValue: local, globalRemoteValue: remote } = world.sections[section] ?? {};
          for (const value of [local, remote])
            for (const element of Array.isArray(value) ? (value as unknown[]) : []) {
              const content = readElement(section, element);
              if ('problem' in content || content.identity.id === null) continue;
              if (!meant.has(content.identity.id)) meant.set(content.identity.id, addressOf(content.target));
            }
        }
        await settle(world, 1);
        const names = world.file.connections.map(({ connectionId }) => connectionId);
        assert.equal(new Set(names).size, names.length);
        for (const [name, address] of meant) {
          const now = world.file.connections.find(({ connectionId }) => connectionId === name);
          assert.equal(now && addressOf(now), address);
        }
      }),
      runs,
    ));

  it('shows no token in the report, the connections file or the log', () =>
    fc.assert(
      fc.asyncProperty(worlds, fc.boolean(), async (world, isLocked) => {
        for (const session of ['s1', 's2']) {
          const { report, log } = await start(world, { session, isLocked });
          assert.deepEqual(tokensIn(JSON.stringify([report, world.file, log])), []);
        }
      }),
      runs,
    ));
});

function addressOf(target: {
  kind: string;
  serverUrl?: string;
  organizationKey?: string;
  region?: string;
}): string {
  return `${target.kind} ${target.serverUrl} ${target.organizationKey} ${target.region}`;
}
