import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sign } from '../src/core/webhooks/signature.ts';
import { natsServer } from '../test/relay/natsCluster.ts';
import { relaySecret } from '../test/relay/relayProcess.ts';
import type { Bench, Row } from './bench.ts';
import type { Heard, Order, Sent } from './relay/messages.ts';
import { startRelays, type Relays } from './relay/relays.ts';

const listeners = 2;
const perSecond = 100;
const seconds = 20;

interface Load {
  readonly what: string;
  readonly streams: number;
  /** Each stream covers one of them. */
  readonly projects: number;
  /** Relays on NATS; undefined: one relay on an embedded log. */
  readonly relays?: number;
  /** Whether all relays are killed and started again halfway. */
  readonly restarts?: boolean;
}

/** `npm run bench -- relay --curve` adds the others. */
const everyday: readonly Load[] = [
  { what: 'embedded, 2,000 editors, 20 per project', streams: 2000, projects: 100 },
  { what: 'embedded, 2,000 editors, one project', streams: 2000, projects: 1 },
  { what: '2 relays on NATS, 2,000 editors, 20 per project', streams: 2000, projects: 100, relays: 2 },
];
const curve: readonly Load[] = [
  ...[1000, 5000, 10_000, 20_000].map((streams) => ({
    what: `2 relays on NATS, ${streams} editors, 100 projects`,
    streams,
    projects: 100,
    relays: 2,
  })),
  {
    what: '2 relays on NATS, 10,000 editors, all relays restart',
    streams: 10_000,
    projects: 100,
    relays: 2,
    restarts: true,
  },
];

export const bench: Bench = {
  about: `Streams that ${listeners} other processes hold open over real sockets, ${perSecond} signed deliveries a second for ${seconds} s. Time from sending a delivery to the push event in the editor's process. Relays, NATS nodes and listeners share this machine's cores.`,
  async run() {
    const rows: Row[] = [];
    const loads = process.argv.includes('--curve') ? [...everyday, ...curve] : everyday;
    for (const load of loads)
      if (load.relays === undefined || natsServer !== undefined) rows.push(...(await measure(load)));
      else console.error(`Not measured without a NATS server: ${load.what}`);
    return rows;
  },
};

async function measure({ what, streams, projects, relays: count, restarts = false }: Load): Promise<Row[]> {
  const relays = await startRelays(count);
  const workers: ChildProcess[] = [];
  try {
    const keys: { key: string; project: string }[] = [];
    for (let index = 0; index < projects; index++) {
      const project = `project-${index}`;
      keys.push({ project, key: (await relays.keys.create({ name: 'bench', projects: [project] })).key });
    }
    const emptyMiB = relays.memoryMiB();
    const file = join(import.meta.dirname, 'relay/listener.ts');
    for (let index = 0; index < listeners; index++) workers.push(fork(file, { serialization: 'advanced' }));
    const order: Order = {
      kind: 'order',
      urls: relays.urls,
      keys,
      streamsPerKey: streams / listeners / projects,
    };
    await Promise.all(workers.map((worker) => answerOf(worker, order)));
    const cpuBefore = relays.cpuSeconds();
    const sentAt = await deliverSteadily(relays, projects, restarts);
    const cpu = relays.cpuSeconds() - (restarts ? 0 : cpuBefore);
    const fullMiB = relays.memoryMiB();
    const sent: Sent = { kind: 'sent', sentAt };
    const heard = (await Promise.all(workers.map((worker) => answerOf(worker, sent)))) as Heard[];
    return rowsOf(what, heard, { streams, cpu, memoryKiB: ((fullMiB - emptyMiB) * 1024) / streams });
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
    await relays.stop();
  }
}

async function answerOf(worker: ChildProcess, message: Order | Sent): Promise<unknown> {
  worker.send(message);
  const [answer] = (await once(worker, 'message')) as [unknown];
  return answer;
}

function rowsOf(
  what: string,
  heard: readonly Heard[],
  { streams, cpu, memoryKiB }: { streams: number; cpu: number; memoryKiB: number },
): Row[] {
  const delays = Float64Array.from(heard.flatMap(({ delaysMs }) => [...delaysMs])).sort();
  const at = (share: number): number =>
    delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? NaN;
  const sum = (pick: (report: Heard) => number): number =>
    heard.reduce((total, report) => total + pick(report), 0);
  const row = (name: string, value: number, unit: string, goal?: string): Row => ({
    what: `${what}: ${name}`,
    value,
    unit,
    ...(goal !== undefined && { goal }),
  });
  return [
    row('median', at(0.5), 'ms'),
    row('p99', at(0.99), 'ms', 'p99 < 1 s'),
    row('slowest', at(1), 'ms'),
    row('push events', delays.length, ''),
    row(
      'deliveries that a stream missed',
      sum(({ missed }) => missed),
      '',
      '0',
    ),
    row(
      'repeated or out of order',
      sum(({ disordered }) => disordered),
      '',
      '0',
    ),
    row('streams opened again', sum(({ handshakes }) => handshakes) - streams, ''),
    row('processor time of the relays per push event', (cpu / delays.length) * 1e6, 'µs'),
    row(
      'processor time of the listeners per push event',
      (sum(({ cpuSeconds }) => cpuSeconds) / delays.length) * 1e6,
      'µs',
    ),
    row('memory of the relays per stream', memoryKiB, 'KiB'),
  ];
}

/** Sends deliveries at their times, in turn to each relay. Returns when those of each project were sent. */
async function deliverSteadily(
  relays: Relays,
  projects: number,
  restarts: boolean,
): Promise<Record<string, number[]>> {
  const agent = new Agent({ keepAlive: true });
  const sentAt: Record<string, number[]> = {};
  const answers: Promise<void>[] = [];
  let restarting: Promise<void> | undefined;
  const began = performance.now();
  for (let number = 0; number < perSecond * seconds; number++) {
    const due = began + (number * 1000) / perSecond - performance.now();
    if (due > 1) await pause(due);
    if (restarts && number === (perSecond * seconds) / 2) restarting = relays.restart();
    const project = `project-${number % projects}`;
    const time = Date.now();
    const url = relays.urls[number % relays.urls.length] ?? '';
    answers.push(
      deliver(agent, url, project, number).then((isStored) => {
        if (isStored) (sentAt[project] ??= []).push(time);
        else if (!restarts) throw new Error('A relay refused a delivery');
      }),
    );
  }
  await Promise.all(answers);
  await restarting;
  // The slowest push event may be under way; after a restart editors need up to some seconds to come back.
  await pause(restarts ? 20_000 : 2000);
  agent.destroy();
  for (const times of Object.values(sentAt)) times.sort((a, b) => a - b);
  return sentAt;
}

/** Resolves with whether the relay has stored the delivery. */
async function deliver(agent: Agent, url: string, project: string, number: number): Promise<boolean> {
  const body = JSON.stringify({
    status: 'SUCCESS',
    taskId: `task-${number}`,
    project: { key: project },
    qualityGate: { status: number % 2 === 0 ? 'ERROR' : 'OK' },
  });
  const headers = { 'X-Sonar-Webhook-HMAC-SHA256': sign(Buffer.from(body), relaySecret) };
  try {
    const sent = request(`${url}/webhook`, { method: 'POST', agent, headers });
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    sent.end(body);
    const [response] = await answered;
    response.resume();
    return response.statusCode === 204;
  } catch {
    // The relay is restarting: the delivery is not acknowledged, so nothing about it was promised.
    return false;
  }
}
