import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '@nats-io/transport-node';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { freePorts } from '../../scripts/freePorts.ts';
import { installNats } from '../../scripts/nats/install.ts';

/** The NATS server for tests; undefined if this machine has none and cannot build one. */
export const natsServer = await installNats((text) => process.stderr.write(`${text}\n`));

interface Node {
  readonly name: string;
  readonly port: number;
  readonly clusterPort: number;
  process: ChildProcess;
}

/** NATS servers of one cluster on the loopback, with their data in a temporary folder. */
export class NatsCluster {
  readonly #folder = mkdtempSync(join(tmpdir(), 'nats-'));
  readonly #nodes: Node[] = [];

  /** Starts a cluster, and resolves when JetStream is ready. */
  static async start(size: 1 | 3): Promise<NatsCluster> {
    const cluster = new NatsCluster();
    const ports = await freePorts(size * 2);
    for (let index = 0; index < size; index++)
      cluster.#nodes.push({
        name: `n${index + 1}`,
        port: ports[index] ?? 0,
        clusterPort: ports[size + index] ?? 0,
        process: undefined as never,
      });
    for (const node of cluster.#nodes) cluster.#launch(node);
    await cluster.ready();
    return cluster;
  }

  get ports(): number[] {
    return this.#nodes.map(({ port }) => port);
  }

  get urls(): string[] {
    return this.ports.map((port) => `nats://127.0.0.1:${port}`);
  }

  /** Resolves when JetStream can store data on all nodes. */
  async ready(): Promise<void> {
    const connection = await connect({
      servers: this.urls,
      waitOnFirstConnect: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 100,
    });
    try {
      const manager = await jetstreamManager(connection, { checkAPI: false, timeout: 500 });
      for (const end = Date.now() + 60_000; ;)
        try {
          await manager.streams.add({ name: 'READY', subjects: ['ready'], num_replicas: this.#nodes.length });
          await manager.streams.delete('READY');
          return;
        } catch (error) {
          if (Date.now() > end) throw error;
          await pause(100);
        }
    } finally {
      await connection.close();
    }
  }

  /** Sends a signal to a node: SIGKILL, SIGSTOP or SIGCONT. Resolves when a killed node has ended. */
  async signal(index: number, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const { process: child } = this.#node(index);
    const ended = signal === 'SIGKILL' ? once(child, 'exit') : undefined;
    child.kill(signal);
    await ended;
  }

  /** Starts a node again that was killed. */
  restart(index: number): void {
    this.#launch(this.#node(index));
  }

  /** Returns the index of the node that leads a stream. */
  async leaderOf(stream: string): Promise<number> {
    return this.manage(async (manager) => {
      for (const end = Date.now() + 30_000; ;)
        try {
          const { cluster } = await manager.streams.info(stream);
          const leader = this.#nodes.findIndex(({ name }) => name === cluster?.leader);
          if (leader >= 0) return leader;
        } catch (error) {
          // The nodes are electing a leader.
          if (Date.now() > end) throw error;
        }
    });
  }

  /** Runs `work` with a connection that manages JetStream. */
  async manage<T>(work: (manager: JetStreamManager) => Promise<T>): Promise<T> {
    const connection = await connect({ servers: this.urls });
    try {
      return await work(await jetstreamManager(connection, { checkAPI: false }));
    } finally {
      await connection.close();
    }
  }

  async stop(): Promise<void> {
    for (const { process: child } of this.#nodes) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #node(index: number): Node {
    const node = this.#nodes[index];
    if (!node) throw new Error(`There is no node ${index}`);
    return node;
  }

  #launch(node: Node): void {
    if (natsServer === undefined) throw new Error('There is no NATS server');
    const routes = this.#nodes
      .filter((other) => other !== node)
      .map(({ clusterPort }) => `nats://127.0.0.1:${clusterPort}`);
    const args = [
      '-a',
      '127.0.0.1',
      '-p',
      String(node.port),
      '-n',
      node.name,
      '-js',
      '-sd',
      join(this.#folder, node.name),
    ];
    if (routes.length > 0)
      args.push(
        '--cluster_name',
        'test',
        '--cluster',
        `nats://127.0.0.1:${node.clusterPort}`,
        '--routes',
        routes.join(','),
        // Clients that learn the addresses of all nodes would go around the proxies of a test.
        '--no_advertise',
      );
    node.process = spawn(natsServer, args, { stdio: 'ignore' });
  }
}
