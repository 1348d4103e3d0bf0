import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openSqliteKeys } from '../src/relay/sqlite/sqliteStore.ts';
import { sign } from '../src/core/webhooks/signature.ts';
import type { Bench, Row } from './bench.ts';

const streams = 2000;
const listeners = 2;
const flipsPerSecond = 100;
const seconds = 20;
const secret = '0123456789abcdef';
const main = join(import.meta.dirname, '../src/entrypoints/relay.ts');

/** How many editors hear each project: a team each, or everybody everything. */
const scenes = [
  { what: '20 editors per project', projects: 100 },
  { what: 'every editor hears every flip', projects: 1 },
] as const;

/** The result of a process with listeners. */
export interface Heard {
  readonly delaysMs: readonly number[];
  /** Streams that did not hear the newest push event of their project. */
  readonly behind: number;
  /** Push events that were repeated or came out of order. */
  readonly disordered: number;
}

export const bench: Bench = {
  about: `One relay, ${streams} streams that ${listeners} other processes hold open over real sockets, ${flipsPerSecond} signed flips a second for ${seconds} s. Time from the delivery at the relay to the push event in the editor's process, all on this machine's cores.`,
  async run() {
    const rows: Row[] = [];
    for (const { what, projects } of scenes) rows.push(...(await measure(what, projects)));
    return rows;
  },
};

async function measure(what: string, projects: number): Promise<Row[]> {
  const data = mkdtempSync(join(tmpdir(), 'relay-bench-'));
  const children: ChildProcess[] = [];
  try {
    const store = openSqliteKeys(data, Date.now);
    const keys: string[] = [];
    for (let index = 0; index < projects; index++)
      keys.push((await store.keys.create({ name: 'bench', projects: [`project-${index}`] })).key);
    await store.close();
    const relay = spawn(
      process.execPath,
      [main, 'relay', 'start', '--json', '--port', '0', '--data', data, '--secret-env', 'RELAY_SECRET'],
      { env: { ...process.env, RELAY_SECRET: secret }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
    );
    children.push(relay);
    if (!relay.stdout) throw new Error('The relay has no output');
    const line = await createInterface(relay.stdout)[Symbol.asyncIterator]().next();
    const { url, pid } = JSON.parse(String(line.value)) as { url: string; pid: number };
    const workers = Array.from({ length: listeners }, () =>
      fork(join(import.meta.dirname, 'relay/listener.ts'), { serialization: 'advanced' }),
    );
    children.push(...workers);
    const perKey = streams / listeners / projects;
    await Promise.all(
      workers.map(async (worker) => {
        worker.send({ url, keys, streamsPerKey: perKey });
        await once(worker, 'message');
      }),
    );
    await flip(url, projects);
    const fanOut = await fanOutSeconds(url);
    const heard = await Promise.all(
      workers.map(async (worker) => {
        worker.send('report');
        const [report] = (await once(worker, 'message')) as [Heard];
        return report;
      }),
    );
    const delays = heard.flatMap(({ delaysMs }) => delaysMs).sort((a, b) => a - b);
    const at = (share: number) =>
      delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? NaN;
    const count = (pick: (report: Heard) => number) => heard.reduce((sum, report) => sum + pick(report), 0);
    const goal = 'p99 < 1 s';
    return [
      { what: `${what}: doorbell, median`, value: at(0.5), unit: 'ms' },
      { what: `${what}: doorbell, p99`, value: at(0.99), unit: 'ms', goal },
      { what: `${what}: doorbell, slowest`, value: at(1), unit: 'ms' },
      { what: `${what}: doorbells heard`, value: delays.length, unit: '' },
      {
        what: `${what}: streams that missed the newest doorbell`,
        value: count(({ behind }) => behind),
        unit: '',
        goal: '0',
      },
      {
        what: `${what}: doorbells repeated or out of order`,
        value: count(({ disordered }) => disordered),
        unit: '',
        goal: '0',
      },
      { what: `${what}: share of a core spent on fan-out`, value: (fanOut / seconds) * 100, unit: '%' },
      { what: `${what}: memory of the relay`, value: residentMiB(pid), unit: 'MiB' },
    ];
  } finally {
    for (const child of children) child.kill('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
}

/** Flips at their times, whatever the answers take. */
async function flip(url: string, projects: number): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const answers: Promise<void>[] = [];
  const began = performance.now();
  for (let number = 0; number < flipsPerSecond * seconds; number++) {
    const due = began + (number * 1000) / flipsPerSecond - performance.now();
    if (due > 1) await new Promise((resolve) => setTimeout(resolve, due));
    answers.push(deliver(agent, url, number, projects));
  }
  await Promise.all(answers);
  // The slowest push event may be under way for as long as the goal allows.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  agent.destroy();
}

async function deliver(agent: Agent, url: string, number: number, projects: number): Promise<void> {
  const status = number % 2 === 0 ? 'ERROR' : 'OK';
  const project = { key: `project-${number % projects}` };
  const body = JSON.stringify({
    status: 'SUCCESS',
    taskId: `task-${number}`,
    project,
    qualityGate: { status },
  });
  const headers = { 'X-Sonar-Webhook-HMAC-SHA256': sign(Buffer.from(body), secret) };
  const sent = request(`${url}/webhook`, { method: 'POST', agent, headers }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  if (response.statusCode !== 204) throw new Error(`The relay answered ${response.statusCode ?? 0}`);
}

async function fanOutSeconds(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^service_relay_fan_out_seconds_total (\S+)$/m.exec(text)?.[1]);
}

function residentMiB(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
