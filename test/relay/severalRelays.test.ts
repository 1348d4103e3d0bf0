import assert from 'node:assert/strict';
import { faults, type Fault } from './faults.ts';
import { natsServer } from './natsCluster.ts';
import { openNatsKeys } from '../../src/relay/nats/natsStore.ts';
import { TcpProxy } from './tcpProxy.ts';
import { Editor, keyOptions, RelayWorld } from './relayWorld.ts';

/** Few enough for a test; `npm run chaos` sends 10,000 for each fault. */
const deliveries = 150;
const patienceMs = 60_000;

/** Relays repeat an append for seven seconds, so they refuse deliveries only during a fault that lasts longer. */
const rateOf = ({ refuses = false }: Fault): number => (refuses ? deliveries / 3 / 10 : 30);

describe('two relays on three NATS nodes', function () {
  this.timeout(180_000);
  let world: RelayWorld | undefined;

  before(async function () {
    if (natsServer === undefined) this.skip();
    world = await RelayWorld.start((deliveries + 100) * faults.length, 6);
  });

  after(async () => {
    await world?.stop();
  });

  for (const fault of faults)
    it(`announce every acknowledged delivery to every editor. Fault: ${fault.name}`, async () => {
      assert(world);
      const outcome = await world.run(fault, { deliveries, perSecond: rateOf(fault), patienceMs });
      assert.equal(outcome.lost, 0, JSON.stringify(outcome));
      assert(outcome.acknowledged >= deliveries / 3, JSON.stringify(outcome));
      if (fault.refuses === true) assert(outcome.refused > 0, JSON.stringify(outcome));
    });

  it('have keys that can be opened as soon as NATS has elected a leader', async () => {
    assert(world);
    const { cluster } = world;
    await cluster.signal(0, 'SIGKILL');
    await cluster.signal(1, 'SIGKILL');
    const delays: string[] = [];
    const { keys, close } = await openNatsKeys(
      { servers: cluster.urls },
      {
        ...keyOptions,
        onDelay: (message) => {
          delays.push(message);
          cluster.restart(0);
          cluster.restart(1);
        },
      },
    );
    assert.equal((await keys.list()).length, 1);
    await close();
    assert.deepEqual(delays, ['NATS does not answer yet. Trying again for 30 seconds.']);
    await cluster.ready();
  });

  it('lose no connection to NATS when a delay cannot be reported', async () => {
    assert(world);
    const { cluster } = world;
    const proxy = await TcpProxy.start(cluster.ports[2] ?? 0);
    await cluster.signal(0, 'SIGKILL');
    await cluster.signal(1, 'SIGKILL');
    const onDelay = (): never => {
      throw new Error('the output is closed');
    };
    const opening = openNatsKeys({ servers: [`nats://127.0.0.1:${proxy.port}`] }, { ...keyOptions, onDelay });
    await assert.rejects(opening, /the output is closed/);
    await proxy.whenIdle();
    await proxy.stop();
    cluster.restart(0);
    cluster.restart(1);
    await cluster.ready();
  });

  it('refuse a key within five seconds after it was revoked, and end its streams', async () => {
    assert(world);
    const { keys, close } = await openNatsKeys({ servers: world.cluster.urls }, keyOptions);
    const { key, entry } = await keys.create({ name: 'revoked', projects: ['p0', 'p1'] });
    const editors = [new Editor(world.url, key, 2), new Editor(world.url, key, 2)];
    await Promise.all(editors.map((editor) => editor.becomes('listening')));
    const revokedAt = performance.now();
    await keys.revoke(entry.id);
    await close();
    await Promise.all(editors.map((editor) => editor.becomes('refused')));
    const tookMs = performance.now() - revokedAt;
    for (const editor of editors) editor.dispose();
    // An editor reconnects up to five seconds after its stream was ended.
    assert(tookMs < 10_000, `${tookMs} ms`);
  });
});
