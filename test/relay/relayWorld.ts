import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { PushClient, type ReceivedPush, type RelayState } from '../../src/core/push/pushClient.ts';
import { sign } from '../../src/core/webhooks/signature.ts';
import { openStream } from '../../src/node/http/openStream.ts';
import { systemClock } from '../../src/node/process/clock.ts';
import { openNatsKeys } from '../../src/relay/nats/natsStore.ts';
import { CollectingLog } from '../support/collectingLog.ts';
import { freePorts } from '../../scripts/freePorts.ts';
import { NatsCluster } from './natsCluster.ts';
import { relaySecret, startRelayProcess } from './relayProcess.ts';
import { TcpProxy } from './tcpProxy.ts';

/** For keys on three nodes. A loaded machine may delay the answers of a cluster that is ready. */
export const keyOptions = { replicas: 3, now: Date.now, onDelay: (): void => undefined } as const;

/** A relay in a separate process. */
interface RelayProcess {
  readonly port: number;
  child: ChildProcess;
}

/** A delivery that a relay has acknowledged. */
interface Acknowledged {
  readonly project: string;
  /** When it was sent: milliseconds of `performance.now()`. */
  readonly sentAt: number;
}

/** The results of the deliveries of one run. */
export interface Outcome {
  readonly acknowledged: number;
  /** Answered with 503. */
  readonly refused: number;
  /** Without an answer, because the relay was killed. */
  readonly unanswered: number;
  /** Acknowledged deliveries, counted once per editor, of which the editor received no push event. */
  readonly lost: number;
  /** Push events of single projects that editors received. */
  readonly pushEvents: number;
  /** Requests to poll all projects, after a gap or a time without a relay, that editors received. */
  readonly polls: number;
  /** Milliseconds from the end of the fault until a delivery was acknowledged and all editors received its push event. */
  readonly recoveryMs: number;
}

/**
 * Three NATS nodes, two relays in separate processes, a load balancer, and editors that hold streams through it.
 * The relays reach NATS through proxies that can be paused.
 */
export class RelayWorld {
  readonly cluster: NatsCluster;
  readonly natsProxies: readonly TcpProxy[];
  readonly #relays: RelayProcess[] = [];
  readonly #balancer: TcpProxy;
  readonly #editors: Editor[] = [];
  readonly #agent = new Agent({ keepAlive: true });
  #number = 0;

  private constructor(cluster: NatsCluster, natsProxies: readonly TcpProxy[], balancer: TcpProxy) {
    this.cluster = cluster;
    this.natsProxies = natsProxies;
    this.#balancer = balancer;
  }

  /** @param projects the number of projects that the editors' key covers, one for each delivery */
  static async start(projects: number, editors: number): Promise<RelayWorld> {
    const cluster = await NatsCluster.start(3);
    const natsProxies = await Promise.all(cluster.ports.map((port) => TcpProxy.start(port)));
    const ports = await freePorts(2);
    const world = new RelayWorld(cluster, natsProxies, await TcpProxy.start(...ports));
    try {
      await world.#fill(ports, projects, editors);
      return world;
    } catch (error) {
      await world.stop();
      throw error;
    }
  }

  async #fill(ports: readonly number[], projects: number, editors: number): Promise<void> {
    const { keys, close } = await openNatsKeys({ servers: this.cluster.urls }, keyOptions);
    const names = Array.from({ length: projects }, (_, index) => projectOf(index));
    const { key } = await keys.create({ name: 'editors', projects: names });
    await close();
    for (const port of ports) this.#relays.push({ port, child: await this.#spawn(port) });
    for (let index = 0; index < editors; index++) this.#editors.push(new Editor(this.url, key, projects));
    await Promise.all(this.#editors.map((editor) => editor.becomes('listening')));
  }

  /** The address of the load balancer. */
  get url(): string {
    return `http://127.0.0.1:${this.#balancer.port}`;
  }

  /** Kills a relay with SIGKILL, and resolves when it has ended. */
  async killRelay(index: number): Promise<void> {
    const { child } = this.#relay(index);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async startRelay(index: number): Promise<void> {
    const relay = this.#relay(index);
    relay.child = await this.#spawn(relay.port);
  }

  /**
   * Sends deliveries at a steady rate, begins a fault after a third of them, ends it after two thirds, and waits until
   * all editors have received the push events of all acknowledged deliveries, at most `patienceMs`.
   */
  async run(
    fault: {
      readonly begin: (world: RelayWorld) => Promise<void>;
      readonly end: (world: RelayWorld) => Promise<void>;
    },
    { deliveries, perSecond, patienceMs }: { deliveries: number; perSecond: number; patienceMs: number },
  ): Promise<Outcome> {
    await this.cluster.ready();
    const before = this.#received();
    const answers: Promise<Acknowledged | number | undefined>[] = [];
    const began = performance.now();
    const changes: Promise<void>[] = [];
    for (let index = 0; index < deliveries; index++) {
      const dueMs = began + (index * 1000) / perSecond - performance.now();
      if (dueMs > 1) await pause(dueMs);
      if (index === Math.floor(deliveries / 3)) changes.push(fault.begin(this));
      if (index === Math.floor((deliveries * 2) / 3))
        changes.push(Promise.all(changes).then(() => fault.end(this)));
      answers.push(this.#deliver());
    }
    await Promise.all(changes);
    const recoveryMs = await this.#recover(patienceMs);
    const results = await Promise.all(answers);
    const acknowledged = results.filter((result) => typeof result === 'object');
    const lost = await this.#lost(acknowledged, patienceMs);
    const after = this.#received();
    return {
      acknowledged: acknowledged.length,
      refused: results.filter((result) => result === 503).length,
      unanswered: results.filter((result) => result === undefined).length,
      lost,
      pushEvents: after.pushEvents - before.pushEvents,
      polls: after.polls - before.polls,
      recoveryMs,
    };
  }

  async stop(): Promise<void> {
    for (const editor of this.#editors) editor.dispose();
    this.#agent.destroy();
    for (const { child } of this.#relays) child.kill('SIGKILL');
    for (const proxy of [this.#balancer, ...this.natsProxies]) await proxy.stop();
    await this.cluster.stop();
  }

  /** Delivers until an acknowledged delivery has reached all editors; resolves with the milliseconds that this took. */
  async #recover(patienceMs: number): Promise<number> {
    const began = performance.now();
    for (;;) {
      const result = await this.#deliver();
      if (typeof result === 'object' && (await this.#lost([result], 500)) === 0)
        return performance.now() - began;
      if (performance.now() - began > patienceMs) throw new Error('The relays did not recover');
      await pause(50);
    }
  }

  async #lost(acknowledged: readonly Acknowledged[], patienceMs: number): Promise<number> {
    for (const end = performance.now() + patienceMs; ;) {
      const lost = this.#editors.reduce(
        (sum, editor) => sum + acknowledged.filter((delivery) => !editor.knows(delivery)).length,
        0,
      );
      if (lost === 0 || performance.now() > end) return lost;
      await pause(50);
    }
  }

  #received(): { readonly pushEvents: number; readonly polls: number } {
    const sum = (pick: (editor: Editor) => number): number =>
      this.#editors.reduce((total, editor) => total + pick(editor), 0);
    return { pushEvents: sum((editor) => editor.pushEvents), polls: sum((editor) => editor.polls) };
  }

  /** Sends one delivery of a new project: what was acknowledged, the other status, or undefined without answer. */
  async #deliver(): Promise<Acknowledged | number | undefined> {
    const project = projectOf(this.#number++);
    const body = JSON.stringify({
      status: 'SUCCESS',
      taskId: project,
      project: { key: project },
      qualityGate: { status: 'ERROR' },
    });
    const sentAt = performance.now();
    const headers = { 'X-Sonar-Webhook-HMAC-SHA256': sign(Buffer.from(body), relaySecret) };
    const sent = request(`${this.url}/webhook`, {
      method: 'POST',
      agent: this.#agent,
      headers,
      timeout: 10_000,
    });
    sent.on('timeout', () => sent.destroy());
    try {
      const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
      sent.end(body);
      const [response] = await answered;
      response.resume();
      return response.statusCode === 204 ? { project, sentAt } : response.statusCode;
    } catch {
      // The relay was killed: the platform records a failed delivery.
      return undefined;
    }
  }

  #relay(index: number): RelayProcess {
    const relay = this.#relays[index];
    if (!relay) throw new Error(`There is no relay ${index}`);
    return relay;
  }

  /** Starts a relay, and resolves when it listens. */
  async #spawn(port: number): Promise<ChildProcess> {
    const servers = this.natsProxies.map((proxy) => `nats://127.0.0.1:${proxy.port}`).join(',');
    const { child } = await startRelayProcess(['--nats', servers, '--nats-replicas', '3'], port);
    return child;
  }
}

function projectOf(index: number): string {
  return `p${index}`;
}

/** An editor's push client, and the push events that it received. */
export class Editor {
  readonly #client: PushClient;
  /** When each project was last announced: milliseconds of `performance.now()`. */
  readonly #toldAt = new Map<string, number>();
  #allToldAt = -Infinity;
  readonly #projects: number;
  #lastIndex = 0;
  pushEvents = 0;
  polls = 0;

  constructor(address: string, key: string, projects: number) {
    this.#projects = projects;
    this.#client = new PushClient({
      open: openStream,
      address,
      key,
      clock: systemClock,
      random: Math.random,
      log: new CollectingLog(),
    });
    this.#client.onDidReceive((received) => {
      const now = performance.now();
      if (received.concerns(projectOf(0)) && received.concerns(projectOf(1))) {
        this.polls++;
        this.#allToldAt = now;
        return;
      }
      this.pushEvents++;
      this.#toldAt.set(this.#projectIn(received), now);
    });
    this.#client.start();
  }

  /** Returns the project of a push event. Deliveries come in the order of their projects, so it is near the last one. */
  #projectIn(received: ReceivedPush): string {
    for (let distance = 0; distance < this.#projects; distance++)
      for (const index of [this.#lastIndex + distance, this.#lastIndex - distance])
        if (index >= 0 && received.concerns(projectOf(index))) {
          this.#lastIndex = index;
          return projectOf(index);
        }
    throw new Error('A push event of an unknown project');
  }

  /** Resolves when the client has a state. */
  async becomes(state: RelayState): Promise<void> {
    if (this.#client.state === state) return;
    await new Promise<void>((resolve) => {
      const subscription = this.#client.onDidChange(() => {
        if (this.#client.state !== state) return;
        subscription.dispose();
        resolve();
      });
    });
  }

  /** Whether the editor was asked to poll after a delivery was sent. */
  knows({ project, sentAt }: Acknowledged): boolean {
    return Math.max(this.#toldAt.get(project) ?? -Infinity, this.#allToldAt) >= sentAt;
  }

  dispose(): void {
    this.#client.dispose();
  }
}
