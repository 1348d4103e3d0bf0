import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  createMonitoredWindow,
  serverConnection,
  type MonitoredWindow,
} from '../test/simulation/monitoredWindow.ts';
import { Disk } from '../test/simulation/disk.ts';
import { FaultyHttp } from '../test/simulation/faultyHttp.ts';
import { ModelPlatform } from '../test/simulation/modelPlatform.ts';
import { Random } from '../test/simulation/random.ts';
import { VirtualClock } from '../test/simulation/virtualClock.ts';
import { median, type Bench, type Row } from './bench.ts';

const second = 1000;
const minute = 60 * second;
const polls = 10;
const connection = serverConnection('one');

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

interface Fixture {
  readonly clock: VirtualClock;
  readonly platform: ModelPlatform;
  readonly http: FaultyHttp;
  readonly desks: readonly MonitoredWindow[];
  readonly close: () => void;
}

/** Windows of one editor that all watch the same projects, some minutes after their start; the first has the focus. */
async function settled(
  projectCount: number,
  windowCount: number,
  branch?: string,
  hasPullRequest = false,
): Promise<Fixture> {
  const clock = new VirtualClock();
  const keys = Array.from({ length: projectCount }, (_, index) => `project-${index}`);
  const platform = new ModelPlatform(keys, () => Date.UTC(2026, 5, 1) + clock.elapsed);
  for (const key of keys) platform.analyse(key, 'OK', Date.UTC(2026, 4, 31));
  if (branch !== undefined)
    for (const key of keys) {
      platform.setBranch(key, branch, 'OK');
      // A pull request from another branch shows that the edition has pull requests.
      platform.setPullRequest(key, '12', { branch: hasPullRequest ? branch : 'other', status: 'OK' });
    }
  const http = new FaultyHttp({ platform, clock, faultOf: () => 'none', latency: () => 5 });
  const disk = new Disk({ parsesPerWindow: true });
  const desks = Array.from({ length: windowCount }, (_, index) =>
    createMonitoredWindow({ clock, http, disk, isFocused: index === 0 }),
  );
  for (const { monitor } of desks) {
    monitor.watch(keys.map((project) => ({ connection, project, branch })));
    await monitor.start();
  }
  await clock.advance(3 * minute);
  const close = () => {
    for (const { monitor } of desks) monitor.dispose();
  };
  return { clock, platform, http, desks, close };
}

/** Requests, and CPU of all windows and the model together in milliseconds, of one poll. */
async function costOfPoll(projects: number, windows: number, branch?: string, hasPullRequest = false) {
  const { clock, http, close } = await settled(projects, windows, branch, hasPullRequest);
  const before = http.exchanges.length;
  const cpu = process.cpuUsage();
  await clock.advance(polls * minute);
  const { user, system } = process.cpuUsage(cpu);
  close();
  return { requests: (http.exchanges.length - before) / polls, ms: (user + system) / 1000 / polls };
}

/** Milliseconds from a gate change to its toast, for many changes at random moments, in order. */
async function delays(isPushed: boolean): Promise<readonly number[]> {
  const random = new Random(1);
  const { clock, platform, desks, close } = await settled(20, 3);
  const results: number[] = [];
  for (let gateChange = 0; gateChange < 200; gateChange++) {
    await clock.advance(random.between(5 * second, 2 * minute));
    const before = desks.reduce((sum, { delivered }) => sum + delivered.length, 0);
    const start = clock.elapsed;
    platform.changeIssue('project-7', gateChange % 2 === 0 ? 'ERROR' : 'OK');
    if (isPushed)
      void desks[0]?.monitor.receivePush({ connection: 'one', project: 'project-7', source: 'doorbell' });
    while (desks.reduce((sum, { delivered }) => sum + delivered.length, 0) === before)
      await clock.advance(50);
    results.push(clock.elapsed - start);
  }
  close();
  return results.sort((a, b) => a - b);
}

/** Heap of one window that watches so many projects, in MiB; the journal's text on the model's disk counts too. */
async function memoryPerWindow(projects: number): Promise<number> {
  const windows = 20;
  const heap = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  // Loading and compiling happen once per process, so no window pays for them.
  (await settled(projects, 1)).close();
  const before = heap();
  const fixture = await settled(projects, windows);
  const used = heap() - before;
  fixture.close();
  return used / windows / 2 ** 20;
}

/** Requests per poll where a branch is checked out: with a pull request, and without one on a platform that has some. */
async function rowsOfPullRequests(projects: number): Promise<readonly Row[]> {
  const onBranch = await costOfPoll(projects, 3, 'feature');
  const onPullRequest = await costOfPoll(projects, 3, 'feature', true);
  const what = `requests per poll: ${projects} projects on a`;
  const goal = `≤ ${projects + 2} requests`;
  return [
    { what: `${what} branch without pull request`, value: onBranch.requests, unit: 'requests', goal },
    { what: `${what} pull request`, value: onPullRequest.requests, unit: 'requests', goal },
  ];
}

export const bench: Bench = {
  about:
    "The product's gate pipeline on a virtual clock, against the model of a platform: N windows of one editor that watch " +
    'the same projects, one poll a minute. CPU counts all windows and the model together.',
  async run() {
    const rows: Row[] = [];
    for (const projects of [1, 10, 100, 1000])
      for (const windows of [1, 5, 20]) {
        const { requests, ms } = await costOfPoll(projects, windows);
        const what = `${projects} projects, ${windows} windows`;
        const goal = windows === 1 ? '' : 'as with one window';
        rows.push({ what: `requests per poll: ${what}`, value: requests, unit: 'requests', goal });
        rows.push({ what: `CPU per poll: ${what}`, value: ms, unit: 'ms' });
      }
    for (const projects of [10, 100]) rows.push(...(await rowsOfPullRequests(projects)));
    const costs: number[] = [];
    const counts: number[] = [];
    for (let run = 0; run < 5; run++) {
      const cost = await costOfPoll(500, 1);
      costs.push(cost.ms);
      counts.push(cost.requests);
    }
    rows.push({
      what: 'requests per poll: 500 projects',
      value: Math.max(...counts),
      unit: 'requests',
      goal: '≤ 7 requests',
    });
    rows.push({ what: 'CPU per poll: 500 projects', value: median(costs), unit: 'ms', goal: '≤ 10 ms' });
    for (const [how, isPushed] of [
      ['by polls', false],
      ['by a push', true],
    ] as const) {
      const all = await delays(isPushed);
      for (const share of [0.5, 0.9, 0.99, 1]) {
        const value = (all[Math.ceil(all.length * share) - 1] ?? NaN) / second;
        const goal = isPushed && share === 0.99 ? '≤ 0.5 s' : '';
        rows.push({ what: `flip to toast ${how}, ${share * 100} %`, value, unit: 's', goal });
      }
    }
    for (const projects of [10, 500])
      rows.push({
        what: `memory per window: ${projects} projects`,
        value: await memoryPerWindow(projects),
        unit: 'MiB',
        goal: '≤ 15 MiB',
      });
    return rows;
  },
};
