import { streamName } from '../../src/relay/nats/streamShape.ts';
import type { RelayWorld } from './relayWorld.ts';

/** A fault that begins and ends while deliveries go on. */
export interface Fault {
  readonly name: string;
  readonly begin: (world: RelayWorld) => Promise<void>;
  readonly end: (world: RelayWorld) => Promise<void>;
  /** Whether the relays refuse deliveries during the fault. */
  readonly refuses?: boolean;
}

const nothing = (): Promise<void> => Promise.resolve();

/** Makes a fault of one node, which is chosen when the fault begins. */
function ofNode(
  name: string,
  choose: (leader: number) => readonly number[],
  begin: (world: RelayWorld, node: number) => Promise<void>,
  end: (world: RelayWorld, node: number) => Promise<void>,
  refuses = false,
): Fault {
  let nodes: readonly number[] = [];
  return {
    name,
    refuses,
    begin: async (world) => {
      nodes = choose(await world.cluster.leaderOf(streamName));
      await Promise.all(nodes.map((node) => begin(world, node)));
    },
    end: async (world) => {
      await Promise.all(nodes.map((node) => end(world, node)));
    },
  };
}

const kill = (world: RelayWorld, node: number): Promise<void> => world.cluster.signal(node, 'SIGKILL');
const restart = (world: RelayWorld, node: number): Promise<void> => {
  world.cluster.restart(node);
  return Promise.resolve();
};

/** The faults that several relays on three NATS nodes must survive. */
export const faults: readonly Fault[] = [
  { name: 'none', begin: nothing, end: nothing },
  {
    name: 'kill -9 of a relay',
    begin: (world) => world.killRelay(0),
    end: (world) => world.startRelay(0),
  },
  {
    name: 'kill -9 of both relays, one after the other',
    begin: async (world) => {
      await world.killRelay(0);
      await world.startRelay(0);
      await world.killRelay(1);
    },
    end: (world) => world.startRelay(1),
  },
  ofNode('kill -9 of a NATS follower', (leader) => [(leader + 1) % 3], kill, restart),
  ofNode('kill -9 of the NATS leader', (leader) => [leader], kill, restart),
  ofNode('kill -9 of two NATS nodes', (leader) => [leader, (leader + 1) % 3], kill, restart, true),
  ofNode(
    'the disk of the NATS leader stands still (SIGSTOP)',
    (leader) => [leader],
    (world, node) => world.cluster.signal(node, 'SIGSTOP'),
    (world, node) => world.cluster.signal(node, 'SIGCONT'),
  ),
  {
    name: 'a network partition between the relays and NATS',
    refuses: true,
    begin: (world) => {
      for (const proxy of world.natsProxies) proxy.pause();
      return Promise.resolve();
    },
    end: (world) => {
      for (const proxy of world.natsProxies) proxy.resume();
      return Promise.resolve();
    },
  },
  {
    name: 'the stream is trimmed',
    begin: async (world) => {
      await world.cluster.manage(({ streams }) => streams.purge(streamName));
    },
    end: nothing,
  },
];
