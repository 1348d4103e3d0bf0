import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PushEvent } from '../../src/core/push/pushEvents.ts';
import { openNatsStore } from '../../src/relay/nats/natsStore.ts';
import { streamName } from '../../src/relay/nats/streamShape.ts';
import type { PushLog, RelayStore } from '../../src/relay/relayStore.ts';
import { openSqliteStore } from '../../src/relay/sqliteStore.ts';
import { createKey } from '../support/relayFixture.ts';
import { withTempFolder } from '../support/tempFolder.ts';
import { NatsCluster, natsServer } from './natsCluster.ts';
import { TcpProxy } from './tcpProxy.ts';

const run = promisify(execFile);
const keep = 100;

/** A log under test. */
interface Engine {
  readonly name: string;
  /** Runs `work` with empty data. `open` opens a store on them; stores that are left open are closed. */
  readonly with: (work: (open: () => Promise<RelayStore>) => Promise<void>) => Promise<void>;
  /** Why the engine cannot be tested here. */
  readonly missing?: string | undefined;
}

/** The NATS server of the current test. */
let cluster: NatsCluster | undefined;

function onError(error: unknown): never {
  throw error;
}

async function withStores(
  openStore: () => Promise<RelayStore>,
  work: (open: () => Promise<RelayStore>) => Promise<void>,
): Promise<void> {
  const stores = new Set<RelayStore>();
  try {
    await work(async () => {
      const store = await openStore();
      const close = store.close.bind(store);
      const opened = {
        ...store,
        close: async () => {
          if (stores.delete(opened)) await close();
        },
      };
      stores.add(opened);
      return opened;
    });
  } finally {
    for (const store of [...stores]) await store.close();
  }
}

const now = (): number => Date.now();

const engines: readonly Engine[] = [
  {
    name: 'the embedded log',
    with: (work) =>
      withTempFolder((data) =>
        withStores(() => Promise.resolve(openSqliteStore({ data, keep, keepDays: 1, now, onError })), work),
      ),
  },
  {
    name: 'the log on NATS JetStream',
    missing: natsServer === undefined ? 'there is no nats-server and no Go to build one' : undefined,
    with: async (work) => {
      // Each test has its own server: when a name is used again, what is left of a stream that was deleted a moment
      // ago comes back.
      cluster = await NatsCluster.start(1);
      const { urls } = cluster;
      try {
        await withStores(() => openStoreAt(urls), work);
      } finally {
        await cluster.stop();
      }
    },
  },
];

function openStoreAt(servers: string[]): Promise<RelayStore> {
  return openNatsStore({
    address: { servers },
    replicas: 1,
    keep,
    keepDays: 1,
    now,
    onError,
    onDelay: onError,
  });
}

/** Resolves with the sequences that a subscription has received when it has `count` of them. */
function receive(log: PushLog, count: number): Promise<number[]> {
  const sequences: number[] = [];
  return new Promise((resolve) => {
    const subscription = log.onAppend(({ sequence }: PushEvent) => {
      sequences.push(sequence);
      if (sequences.length < count) return;
      subscription.dispose();
      resolve(sequences);
    });
  });
}

/** Appends deliveries, and resolves when the log offers them to its readers. */
async function append(log: PushLog, project: string, ...digests: string[]): Promise<boolean[]> {
  const answers: boolean[] = [];
  for (const digest of digests) {
    const received = receive(log, 1);
    const isNew = await log.append({ project, digest });
    if (isNew) await received;
    answers.push(isNew);
  }
  return answers;
}

for (const engine of engines)
  describe(`a push log: ${engine.name}`, () => {
    before(function () {
      if (engine.missing === undefined) return;
      process.stderr.write(`Not tested: ${engine.name}, because ${engine.missing}.\n`);
      this.skip();
    });

    it('numbers push events from 1 and returns those of the wanted projects in order', () =>
      engine.with(async (open) => {
        const { log } = await open();
        assert.equal(log.last, 0);
        await append(log, 'a', '1');
        await append(log, 'b', '1');
        await append(log, 'a', '2', '3');
        assert.equal(log.last, 4);
        const page = await log.read(new Set(['a']), 1);
        assert.deepEqual(
          page.pushEvents.map(({ project, sequence }) => [project, sequence]),
          [
            ['a', 3],
            ['a', 4],
          ],
        );
        assert.deepEqual([page.to, page.hasGap], [4, false]);
      }));

    it('stores a repeated delivery once', () =>
      engine.with(async (open) => {
        const { log } = await open();
        assert.deepEqual(await append(log, 'a', '1', '1', '2'), [true, false, true]);
        assert.equal(log.last, 2);
      }));

    it('stores the same digest of two projects for both', () =>
      engine.with(async (open) => {
        const { log } = await open();
        assert.deepEqual([...(await append(log, 'a', '1')), ...(await append(log, 'b', '1'))], [true, true]);
      }));

    it('stores every delivery of many at once, and offers them in the order of their sequence', () =>
      engine.with(async (open) => {
        const { log } = await open();
        const received = receive(log, 50);
        await Promise.all(
          Array.from({ length: 50 }, (_, index) => log.append({ project: 'a', digest: String(index) })),
        );
        assert.deepEqual(
          await received,
          Array.from({ length: 50 }, (_, index) => index + 1),
        );
      }));

    it('keeps its identity and its push events when it is opened again', () =>
      engine.with(async (open) => {
        const first = await open();
        await append(first.log, 'a', '1', '2');
        const { id } = first.log;
        await first.close();
        const { log } = await open();
        assert.deepEqual([log.id, log.last], [id, 2]);
        assert.equal((await log.read(new Set(['a']), 1)).pushEvents.length, 1);
        assert.deepEqual(await append(log, 'a', '2', '3'), [false, true]);
      }));

    it('reports a gap to readers whose next push event was trimmed, and to no others', () =>
      engine.with(async (open) => {
        const { log } = await open();
        const digests = Array.from({ length: keep + 20 }, (_, index) => String(index));
        await append(log, 'a', ...digests);
        assert.equal((await log.read(new Set(['a']), 1)).hasGap, true);
        assert.equal((await log.read(new Set(['a']), 30)).hasGap, false);
      }));

    it('reports a gap to a reader whose position is ahead of the log', () =>
      engine.with(async (open) => {
        const { log } = await open();
        await append(log, 'a', '1');
        assert.equal((await log.read(new Set(['a']), 2)).hasGap, true);
      }));

    it('returns long histories page by page', () => {
      return engine.with(async (open) => {
        const { log } = await open();
        await append(log, 'a', ...Array.from({ length: 30 }, (_, index) => String(index)));
        const { pushEvents, to } = await log.read(new Set(['a']), 10);
        assert.deepEqual([pushEvents[0]?.sequence, pushEvents.at(-1)?.sequence, to], [11, 30, 30]);
      });
    });

    it('reports the time at which a push event was stored', () =>
      engine.with(async (open) => {
        const { log } = await open();
        const before = Date.now();
        await append(log, 'a', '1');
        const [event] = (await log.read(new Set(['a']), 0)).pushEvents;
        // A node of NATS gives the time, and the clock of the machine may be adjusted between two readings.
        const adjustedMs = 1_000;
        const [from, to] = [before - adjustedMs, Date.now() + adjustedMs];
        assert.ok(event && event.at >= from && event.at <= to, JSON.stringify({ event, from, to }));
      }));
  });

describe('relay keys', () => {
  for (const engine of engines)
    describe(engine.name.replace('log', 'store'), () => {
      before(function () {
        if (engine.missing !== undefined) this.skip();
      });

      it('finds a key by its secret until it is revoked, also in a store that was opened later', () =>
        engine.with(async (open) => {
          const first = await open();
          const { key, entry } = await first.keys.create({ name: 'n', projects: ['p'] });
          assert.deepEqual(await first.keys.find(key), entry);
          assert.equal(await first.keys.find(`${key}x`), undefined);
          const { salt } = first;
          await first.close();
          const { keys, salt: later } = await open();
          assert.equal(later, salt);
          assert.deepEqual(await keys.list(), [entry]);
          const revoked = await keys.revoke(entry.id);
          assert.equal(await keys.find(key), undefined);
          assert.deepEqual([...(await keys.live())], []);
          assert.deepEqual(await keys.revoke(entry.id), revoked);
          await assert.rejects(keys.revoke('unknown'), { code: 'notFound' });
        }));

      it('does not find a key that has expired', () =>
        engine.with(async (open) => {
          const { keys } = await open();
          const { key } = await keys.create({ name: 'n', projects: ['p'], expiresAt: Date.now() - 1 });
          assert.equal(await keys.find(key), undefined);
          assert.equal((await keys.list()).length, 1);
        }));
    });
});

describe('the log on NATS JetStream', () => {
  before(function () {
    if (natsServer === undefined) this.skip();
  });
  const engine = engines[1];
  if (!engine) throw new Error('There is no engine on NATS');

  it('is shared: what one relay appends, another offers, and a delivery to both is stored once', () =>
    engine.with(async (open) => {
      const [one, two] = [await open(), await open()];
      assert.equal(one.log.id, two.log.id);
      assert.equal(one.salt, two.salt);
      const received = receive(two.log, 1);
      const answers = await Promise.all([
        one.log.append({ project: 'a', digest: '1' }),
        two.log.append({ project: 'a', digest: '1' }),
      ]);
      assert.deepEqual(answers.sort(), [false, true]);
      assert.deepEqual(await received, [1]);
    }));

  it('lets a relay find a key that another relay has created a moment ago', () =>
    engine.with(async (open) => {
      const [one, two] = [await open(), await open()];
      const { key, entry } = await one.keys.create({ name: 'n', projects: ['p'] });
      assert.deepEqual(await two.keys.find(key), entry);
      await two.keys.revoke(entry.id);
      assert.deepEqual([...(await one.keys.live())], []);
    }));

  it('takes over the keys of an embedded store: relay key copy', () =>
    engine.with((open) =>
      withTempFolder(async (data) => {
        const { key, entry } = await createKey(data, 'p');
        const entrypoint = join(import.meta.dirname, '../../src/entrypoints/relay.ts');
        const args = [entrypoint, 'relay', 'key', 'copy', '--json', '--data', data];
        const copy = async (): Promise<unknown> => {
          const { stdout } = await run(process.execPath, [...args, '--nats', cluster?.urls.join(',') ?? '']);
          return JSON.parse(stdout);
        };
        assert.deepEqual(await copy(), { id: entry.id, copied: true });
        assert.deepEqual(await copy(), { id: entry.id, copied: false });
        const { keys } = await open();
        assert.deepEqual(await keys.find(key), entry);
      }),
    ));

  it('drops a delivery that was repeated after another one within two minutes', () =>
    engine.with(async (open) => {
      const { log } = await open();
      assert.deepEqual(await append(log, 'a', '1', '2', '1'), [true, true, false]);
    }));

  it('stores a delivery as a new one when the answer of NATS was late', async () => {
    await engine.with(async (open) => {
      await open();
      const proxy = await TcpProxy.start(...(cluster?.ports ?? []));
      const store = await openStoreAt([`nats://127.0.0.1:${proxy.port}`]);
      try {
        proxy.pause();
        const appended = store.log.append({ project: 'a', digest: '1' });
        // The partition lasts longer than a request, which is then repeated, and less than all attempts.
        setTimeout(() => proxy.resume(), 2_500);
        assert.equal(await appended, true);
        assert.equal(await store.log.append({ project: 'a', digest: '1' }), false);
      } finally {
        await store.close();
        await proxy.stop();
      }
    });
  });

  it('starts over, with another identity, when its stream is deleted', async () => {
    await engine.with(async (open) => {
      const { log } = await open();
      await append(log, 'a', '1', '2');
      const { id } = log;
      const reset = new Promise<void>((resolve) => log.onDidReset(resolve));
      await cluster?.manage(({ streams }) => streams.delete(streamName));
      await reset;
      assert.notEqual(log.id, id);
      assert.equal(log.last, 0);
      assert.deepEqual(await append(log, 'a', '1'), [true]);
      assert.equal(log.last, 1);
    });
  });

  it('starts over when push events were deleted while the relay was cut off from NATS', async () => {
    await engine.with(async (open) => {
      const proxy = await TcpProxy.start(...(cluster?.ports ?? []));
      const other = await open();
      const store = await openStoreAt([`nats://127.0.0.1:${proxy.port}`]);
      try {
        await append(store.log, 'a', '1');
        const reset = new Promise<void>((resolve) => store.log.onDidReset(resolve));
        proxy.cut();
        await append(other.log, 'a', '2', '3');
        await cluster?.manage(({ streams }) => streams.purge(streamName));
        proxy.resume();
        await reset;
        assert.equal(store.log.last, 3);
        assert.equal(store.log.reconnects, 1);
        assert.equal((await store.log.read(new Set(['a']), 1)).hasGap, true);
      } finally {
        await store.close();
        await proxy.stop();
      }
    });
  });

  it('refuses a stream of another shape, and says what differs', () =>
    engine.with(async (open) => {
      const other = { name: streamName, subjects: ['service.push.*'], max_msgs: 7 };
      await cluster?.manage(({ streams }) => streams.add(other));
      await assert.rejects(open(), { code: 'badRequest', message: /max_msgs is 7, not 100/ });
    }));
});
