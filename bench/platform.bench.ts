import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { cacheFolder } from '../scripts/cache.ts';
import { startServer as startRealServer, findJava } from '../scripts/real/server.ts';
import { oldest } from '../scripts/real/versions.ts';
import { readSourceFiles } from '../src/emulator/scanner/sourceFiles.ts';
import { scan } from '../src/emulator/scanner/scan.ts';
import { submitReport } from '../src/emulator/scanner/submit.ts';
import { Provisioner, type TestAnalysis } from '../test/contract/provision.ts';
import { dirty } from '../test/contract/pythonFiles.ts';
import { RealProvisioner } from '../test/real/realProvisioner.ts';
import { startServer } from '../test/support/httpServer.ts';
import { median, type Bench, type Row } from './bench.ts';

const root = join(import.meta.dirname, '..');

interface Running {
  readonly url: string;
  readonly token: string;
  readonly child: ChildProcess;
  /** Milliseconds from the start of the process to the line that says it is ready. */
  readonly startMs: number;
}

async function startEmbedded(): Promise<Running> {
  const start = performance.now();
  const args = [join(root, 'dist/cli.js'), 'platform', 'start', '--json'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url, token } = JSON.parse(line) as { url: string; token: string };
  return { url, token, child, startMs: performance.now() - start };
}

async function stop({ child }: Running): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Resident memory of these processes in MB, by the kernel. */
const memoryOf = (pids: readonly number[]): number =>
  pids
    .map(
      (pid) => Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    )
    .reduce((sum, megabytes) => sum + megabytes, 0);

/** Processes whose command line names a folder: a real server is four of them. */
const processesIn = (folder: string): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      const file = `/proc/${pid}/cmdline`;
      return (
        pid > 0 && pid !== process.pid && existsSync(file) && readFileSync(file, 'utf8').includes(folder)
      );
    });

async function latency(url: string, token: string): Promise<number> {
  const headers = { Authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}` };
  const times: number[] = [];
  for (let run = 0; run < 25; run++) {
    const start = performance.now();
    await (await fetch(`${url}/api/components/search_projects?ps=100`, { headers })).text();
    // The first ones find nothing compiled.
    if (run >= 5) times.push(performance.now() - start);
  }
  return median(times);
}

async function withProjects(admin: Provisioner, from: number, to: number): Promise<void> {
  for (let first = from; first < to; first += 20)
    await Promise.all(
      Array.from({ length: Math.min(20, to - first) }, (_, index) => admin.project(`p-${first + index}`)),
    );
}

interface Peer {
  readonly startMs: number;
  readonly megabytes: number;
  readonly latencyAt100: number;
  readonly deliveriesPerSecond: number;
  readonly linesPerSecond: number;
}

/** A real server in the same run, where it is installed already. */
async function measurePeer(lines: number): Promise<Peer | undefined> {
  const isHere =
    existsSync(join(cacheFolder(), 'servers', oldest.version)) && findJava(oldest.java) !== undefined;
  if (!isHere) return undefined;
  const start = performance.now();
  const server = await startRealServer(oldest, console.error);
  const startMs = performance.now() - start;
  try {
    const admin = await RealProvisioner.setUp(server);
    await withProjects(admin, 0, 100);
    const latencyAt100 = await latency(server.url, await admin.token('bench'));
    const megabytes = memoryOf(processesIn(server.directory));
    const deliveriesPerSecond = await measureGateChanges(admin);
    await admin.project('lines');
    const scanStart = performance.now();
    await admin.analyse('lines', { files: pythonOf(lines) });
    const linesPerSecond = (1000 * lines) / (performance.now() - scanStart);
    return { startMs, megabytes, latencyAt100, deliveriesPerSecond, linesPerSecond };
  } finally {
    await server.stop();
  }
}

/** Python, the one language that the real server's free analyzers know here, in files of 120 lines. */
function pythonOf(lines: number): TestAnalysis['files'] {
  const body = (index: number): string => `    if value > ${index}:\n        value = value - ${index}\n`;
  const source = `def reduce(value):\n${Array.from({ length: 59 }, (_, index) => body(index)).join('')}    return value\n`;
  return Object.fromEntries(
    Array.from({ length: Math.ceil(lines / 120) }, (_, index) => [`src/part${index}.py`, { source }]),
  );
}

/** Deliveries a second to 20 targets when people change issues, without the work of an analysis. */
async function measureGateChanges(admin: Provisioner): Promise<number> {
  const changes = 20;
  const targets = 20;
  let received = 0;
  let done: () => void = () => undefined;
  const keys: string[] = [];
  const target = await startServer((request, response) =>
    request.resume().once('end', () => {
      response.end();
      if (++received === changes * targets) done();
    }),
  );
  try {
    await admin.project('changes');
    await admin.gate('Changes', [['violations', 'GT', '0']], 'changes');
    await admin.analyse('changes', { files: dirty });
    const [issue = ''] = await admin.openIssues('changes');
    // Ten of a project and ten of all, as far as a platform goes.
    for (let n = 0; n < targets; n++) {
      const { webhook } = await admin.post<{ webhook: { key: string } }>('webhooks/create', {
        name: `target ${n}`,
        url: target.url,
        ...(n % 2 === 0 && { project: 'changes' }),
      });
      keys.push(webhook.key);
    }
    const all = new Promise<void>((resolve) => (done = resolve));
    const start = performance.now();
    for (let n = 0; n < changes; n++) await admin.transition(issue, n % 2 === 0 ? 'falsepositive' : 'reopen');
    await all;
    return (1000 * changes * targets) / (performance.now() - start);
  } finally {
    for (const webhook of keys) await admin.post('webhooks/delete', { webhook });
    await target.stop();
  }
}

/** Deliveries of so many analyses to 20 targets, and the delays of those that answer while one target hangs. */
async function measureDeliveries({ url, token }: Running): Promise<{ perSecond: number; p99: number }> {
  const admin = new Provisioner(url, token);
  let received = 0;
  const arrivals: number[] = [];
  const target = await startServer((request, response) =>
    request.resume().once('end', () => {
      received++;
      arrivals.push(performance.now());
      if (request.url !== '/hang') response.end();
    }),
  );
  const files = { 'a.ts': { source: 'one' } };
  try {
    await admin.project('hooks');
    for (let n = 0; n < 10; n++) {
      await admin.post('webhooks/create', { name: `own ${n}`, url: target.url, project: 'hooks' });
      await admin.post('webhooks/create', { name: `all ${n}`, url: target.url });
    }
    const analyses = 20;
    const start = performance.now();
    for (let n = 0; n < analyses; n++) await admin.analyse('hooks', { files });
    const perSecond = (1000 * received) / (performance.now() - start);

    await admin.project('hanging');
    await admin.post('webhooks/create', { name: 'hang', url: `${target.url}/hang`, project: 'hanging' });
    // Its task ends when the hanging target is given up; others must not wait for that.
    const hanging = admin.analyse('hanging', { files });
    const delays: number[] = [];
    for (let n = 0; n < analyses; n++) {
      arrivals.length = 0;
      const sent = performance.now();
      await admin.analyse('hooks', { files });
      delays.push(...arrivals.map((at) => at - sent));
    }
    await hanging;
    delays.sort((a, b) => a - b);
    return { perSecond, p99: delays[Math.floor(delays.length * 0.99)] ?? NaN };
  } finally {
    await target.stop();
  }
}

/** Real source under an OSI licence that is here anyway. */
const sources = join(root, 'node_modules/eslint-plugin-unicorn/rules');

/** As `platform analyze` does it: scanned here, applied there. */
async function measureAnalysis({ url, token }: Running): Promise<{ lines: number; perSecond: number }> {
  const { scripts } = await readSourceFiles(sources);
  const lines = scripts.reduce((sum, { source }) => sum + source.split('\n').length, 0);
  const start = performance.now();
  const properties = { 'service.scm.disabled': 'true' };
  await submitReport(url, token, await scan({ directory: sources, projectKey: 'bench', properties }));
  return { lines, perSecond: (1000 * lines) / (performance.now() - start) };
}

export const bench: Bench = {
  about: `The embedded platform as its own process on ${cpus().length} processors, beside real server ${oldest.version} (first start, small heaps) where that is installed; both under whatever else the machine does. The real one analyses as much Python, by its own scanner.`,
  async run() {
    const starts: number[] = [];
    for (let run = 0; run < 5; run++) {
      const running = await startEmbedded();
      starts.push(running.startMs);
      await stop(running);
    }
    const platform = await startEmbedded();
    const rows: Row[] = [];
    try {
      const admin = new Provisioner(platform.url, platform.token);
      const deliveriesPerSecond = await measureGateChanges(admin);
      const deliveries = await measureDeliveries(platform);
      const latencies: { count: number; value: number }[] = [];
      let made = 0;
      for (const count of [10, 100, 1000, 10_000]) {
        await withProjects(admin, made, count);
        made = count;
        latencies.push({ count, value: await latency(platform.url, platform.token) });
      }
      const megabytes = memoryOf([platform.child.pid ?? 0]);
      // After the memory was looked at: a store of this much source is another measure.
      const analysis = await measureAnalysis(platform);
      const peer = await measurePeer(analysis.lines);
      const beside = (value: number | undefined): Pick<Row, 'yardstick'> =>
        value === undefined ? {} : { yardstick: { what: 'real server', value } };
      rows.push(
        {
          what: 'start until it answers',
          value: median(starts),
          unit: 'ms',
          ...beside(peer?.startMs),
          goal: '≤ 0.02×',
        },
        {
          what: 'memory with 10,000 projects',
          value: megabytes,
          unit: 'MB',
          ...beside(peer?.megabytes),
          goal: '≤ 150 MB',
        },
        ...latencies.map(({ count, value }): Row => ({
          what: `first page of ${count} projects`,
          value,
          unit: 'ms',
          ...beside(count === 100 ? peer?.latencyAt100 : undefined),
        })),
        {
          what: 'deliveries to 20 targets, of changed issues',
          value: deliveriesPerSecond,
          unit: 'per second',
          ...beside(peer?.deliveriesPerSecond),
        },
        { what: 'deliveries to 20 targets, of analyses', value: deliveries.perSecond, unit: 'per second' },
        { what: 'delivery delay, p99, while one target hangs', value: deliveries.p99, unit: 'ms' },
        {
          what: `analysis of ${analysis.lines} lines`,
          value: analysis.perSecond,
          unit: 'lines per second',
          ...beside(peer?.linesPerSecond),
          goal: '≥ 1,667',
        },
      );
    } finally {
      await stop(platform);
    }
    return rows;
  },
};
