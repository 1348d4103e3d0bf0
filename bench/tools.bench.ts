import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { installNode, supportedNodes } from '../scripts/nodeVersions.ts';
import { startEmulator } from '../src/emulator/emulator.ts';
import { median, type Bench, type Row } from './bench.ts';

const root = join(import.meta.dirname, '..');
const cli = join(root, 'dist/cli.js');
/** A plain example on the same SDK: one tool of the same answer, registered as its documentation shows. */
const example = join(import.meta.dirname, 'tools/exampleServer.ts');

const runs = 15;
const cache = join(root, '.cache');

type Message = Readonly<Record<string, unknown>>;

/** The first messages of a client with a handshake. */
const hello: readonly Message[] = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
];
const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
/** Those of a client that describes itself in each request. */
const helloOfNewest: readonly Message[] = [
  { id: 1, method: 'server/discover', params: { _meta } },
  { id: 2, method: 'tools/list', params: { _meta } },
];
/** A call that is answered without a platform. */
const helloAndCall: readonly Message[] = [
  ...hello,
  { id: 3, method: 'tools/call', params: { name: 'ping_system', arguments: {} } },
];

interface Start {
  readonly ms: number;
  readonly rss: number;
}

/** Milliseconds from the start of the process to the answer of the last message, and its resident memory then in MB. */
async function startToAnswer(
  node: string,
  args: readonly string[],
  messages: readonly Message[],
): Promise<Start> {
  const start = performance.now();
  const child = spawn(node, args, {
    env: { ...process.env, SERVICE_TOOLSETS: 'all', SERVICE_CACHE: cache },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.write(
    messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''),
  );
  const last = messages.at(-1)?.id;
  for await (const line of createInterface({ input: child.stdout }))
    if ((JSON.parse(line) as Message).id === last) break;
  const ms = performance.now() - start;
  const status = `/proc/${child.pid ?? 0}/status`;
  const kilobytes = existsSync(status) ? /VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1] : undefined;
  // An end in order: only then does Node keep the compiled code for the next start.
  child.stdin.end();
  await once(child, 'exit');
  return { ms, rss: Number(kilobytes ?? NaN) / 1024 };
}

/** Starts a program so often, and bare Node beside it, in turn. */
class Starts {
  readonly #of = new Map<string, Start[]>();
  readonly #bare: number[] = [];

  static async measure(
    node: string,
    programs: Readonly<Record<string, readonly [args: readonly string[], messages: readonly Message[]]>>,
  ): Promise<Starts> {
    const starts = new Starts();
    for (let run = 0; run <= runs; run++) {
      for (const [name, [args, messages]] of Object.entries(programs)) {
        const one = await startToAnswer(node, args, messages);
        // The first round warms the disk cache.
        if (run > 0) starts.#of.set(name, [...(starts.#of.get(name) ?? []), one]);
      }
      const start = performance.now();
      spawnSync(node, ['-e', '0'], { stdio: 'ignore' });
      if (run > 0) starts.#bare.push(performance.now() - start);
    }
    return starts;
  }

  get bare(): { readonly what: string; readonly value: number } {
    return { what: 'node -e 0', value: median(this.#bare) };
  }

  ms(name: string): number {
    return median((this.#of.get(name) ?? []).map(({ ms }) => ms));
  }

  rss(name: string): number {
    return median((this.#of.get(name) ?? []).map(({ rss }) => rss));
  }
}

async function startRows(version: string): Promise<Row[]> {
  const node = join(await installNode(version), 'node');
  const serve = [cli, 'mcp'];
  const comparesExample = stripsTypes(version);
  const starts = await Starts.measure(node, {
    list: [serve, hello],
    newest: [serve, helloOfNewest],
    call: [serve, helloAndCall],
    ...(comparesExample && { example: [[example, 'stdio'], hello] }),
  });
  const what = `start → tools/list on Node ${version}, all tools`;
  const memory = `resident memory after tools/list on Node ${version}`;
  const rows: Row[] = [];
  for (const [name, client] of [
    ['list', ''],
    ['newest', ', client of 2026-07-28'],
  ] as const)
    rows.push(
      {
        what: `${what}${client}`,
        value: starts.ms(name),
        unit: 'ms',
        yardstick: starts.bare,
        goal: '≤ 2.2×',
      },
      { what: `${memory}${client}`, value: starts.rss(name), unit: 'MB', goal: '≤ 50 MB' },
    );
  rows.push(
    {
      what: `start → answer of the first call on Node ${version}`,
      value: starts.ms('call'),
      unit: 'ms',
      yardstick: starts.bare,
    },
    {
      what: `resident memory after the first call on Node ${version}`,
      value: starts.rss('call'),
      unit: 'MB',
    },
  );
  if (!comparesExample) return rows;
  const yardstick = { what: 'SDK example, one tool, unbundled', value: starts.ms('example') };
  return [
    ...rows,
    { what, value: starts.ms('list'), unit: 'ms', yardstick },
    {
      what: memory,
      value: starts.rss('list'),
      unit: 'MB',
      yardstick: { what: 'SDK example', value: starts.rss('example') },
    },
  ];
}

/** Whether this Node starts the example, which is TypeScript. */
function stripsTypes(version: string): boolean {
  return Number(version.split('.')[0]) >= 22;
}

const callsPerRound = 400;
const warmUp = 3;
const counted = 5;

/** Clients of one server, each of which waits for its answer before it asks again. */
class Callers {
  readonly #clients: readonly Client[];

  private constructor(clients: readonly Client[]) {
    this.#clients = clients;
  }

  static async connect(url: string, token: string, count: number): Promise<Callers> {
    const connected = Array.from({ length: count }, async () => {
      const client = new Client({ name: 'bench', version: '1' });
      const requestInit = { headers: { Authorization: `Bearer ${token}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
      return client;
    });
    return new Callers(await Promise.all(connected));
  }

  /** One round; calls per second. */
  async round(): Promise<number> {
    const each = Math.ceil(callsPerRound / this.#clients.length);
    const start = performance.now();
    await Promise.all(
      this.#clients.map(async (client) => {
        for (let index = 0; index < each; index++) {
          const { isError } = await client.callTool({
            name: 'get_project_quality_gate_status',
            arguments: { projectKey: 'bench' },
          });
          if (isError) throw new Error('a call failed');
        }
      }),
    );
    return (1000 * each * this.#clients.length) / (performance.now() - start);
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
  }
}

interface Serving {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => void;
}

/** Processor time of a process so far in milliseconds, by the kernel, which counts in hundredths of a second. */
function processorMs({ pid }: Serving): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return NaN;
  const [, fields = ''] = readFileSync(file, 'utf8').split(') ');
  const [user = '', system = ''] = fields.split(' ').slice(11);
  return 10 * (Number(user) + Number(system));
}

async function serving(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Serving> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stop = (): void => void child.kill('SIGKILL');
  for await (const line of createInterface({ input: child.stderr }))
    if (line.includes('"url"'))
      return { url: (JSON.parse(line) as { url: string }).url, pid: child.pid ?? 0, stop };
  throw new Error(`${args.join(' ')} did not start`);
}

async function callRows(): Promise<Row[]> {
  const platform = await startEmulator();
  const authorization = `Basic ${Buffer.from(`${platform.token}:`).toString('base64')}`;
  const body = new URLSearchParams({ project: 'bench', name: 'Bench' });
  await fetch(`${platform.url}/api/projects/create`, { method: 'POST', headers: { authorization }, body });
  const environment = { SERVICE_URL: platform.url };
  const network = ['--transport', 'http', '--port', '0', '--rate-limit', '0'];
  const ours = await serving([cli, 'mcp', ...network], environment);
  const plain = await serving([example, 'http'], environment);
  const rows: Row[] = [];
  try {
    for (const clients of [1, 10, 100]) {
      const us = await Callers.connect(ours.url, platform.token, clients);
      const them = await Callers.connect(plain.url, platform.token, clients);
      // In turn: this process, client and platform, grows quicker, and who came second had the better of it.
      const inTurn = async (): Promise<{ us: number; them: number }> => ({
        us: await us.round(),
        them: await them.round(),
      });
      for (let round = 0; round < warmUp; round++) await inTurn();
      const [usBefore, themBefore] = [processorMs(ours), processorMs(plain)];
      const rounds: { us: number; them: number }[] = [];
      for (let round = 0; round < counted; round++) rounds.push(await inTurn());
      const perCall = (spent: number): number => spent / (counted * callsPerRound);
      const what = `calls of the embedded platform, ${clients} ${clients === 1 ? 'client' : 'clients'}`;
      rows.push(
        {
          what,
          value: median(rounds.map((round) => round.us)),
          unit: '/s',
          yardstick: { what: 'SDK example', value: median(rounds.map((round) => round.them)) },
        },
        {
          what: `${what}: processor time of one`,
          value: perCall(processorMs(ours) - usBefore),
          unit: 'ms',
          yardstick: { what: 'SDK example', value: perCall(processorMs(plain) - themBefore) },
        },
      );
      await us.close();
      await them.close();
    }
  } finally {
    ours.stop();
    plain.stop();
    await platform.stop();
  }
  return rows;
}

export const bench: Bench = {
  about:
    'The tool server beside bare Node and, where Node runs TypeScript, beside a plain example on the same SDK, in turn. Calls go over HTTP to the embedded platform, which runs in this process: more calls are better, less processor time is. The latter is the steadier figure where the machine does other things.',
  async run() {
    const rows: Row[] = [];
    for (const version of supportedNodes) rows.push(...(await startRows(version)));
    return [...rows, ...(await callRows())];
  },
};
