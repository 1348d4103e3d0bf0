import assert from 'node:assert/strict';
import type { GateMonitor } from '../../src/core/gate/monitor.ts';
import { everyBranch } from '../../src/core/gate/model.ts';
import { createMonitoredWindow, serverConnection } from '../simulation/monitoredWindow.ts';
import { FaultyHttp } from '../simulation/faultyHttp.ts';
import { ModelPlatform } from '../simulation/modelPlatform.ts';
import { VirtualClock } from '../simulation/virtualClock.ts';
import { Provisioner } from './provision.ts';
import { openWatchingWindow, RecordingNotifier } from './watchingWindow.ts';
import { startPlatform } from './usePlatform.ts';

/** A platform with one project, and a window that watches it. */
interface BranchFixture {
  readonly monitor: GateMonitor;
  readonly notifier: RecordingNotifier;
  readonly connection: ReturnType<typeof serverConnection>;
  /** Without `branch`, analyses the main branch. */
  readonly analyse: (code: 'clean' | 'bad', branch?: string) => Promise<void>;
  /** Analyses a pull request from the branch `fix`. */
  readonly analysePullRequest: (code: 'clean' | 'bad', key: string) => Promise<void>;
  /** Polls the gates; with `delivered`, waits for the next notification and compares it. */
  readonly check: (options?: { readonly delivered: string }) => Promise<void>;
}

/** The expected notifications are the same on the model platform of the simulation and on the embedded platform. */
async function runBranchScenario({
  monitor,
  notifier,
  connection,
  analyse,
  analysePullRequest,
  check,
}: BranchFixture): Promise<void> {
  const checkOut = (branch?: string) => monitor.watch([{ connection, project: 'p', branch }]);
  await analyse('clean');
  checkOut('fix');
  await monitor.start();
  await check();
  await analyse('bad');
  await check({ delivered: 'main: OK → ERROR' });
  // The platform knows the branch from its first analysis.
  await analyse('clean', 'fix');
  await check();
  await analyse('clean');
  await check();
  await analyse('bad', 'fix');
  await check({ delivered: 'fix: OK → ERROR' });
  checkOut();
  await check({ delivered: 'main: ERROR → OK' });
  checkOut(everyBranch);
  await analyse('bad', 'other');
  await analyse('clean', 'fix');
  await check({ delivered: 'fix: ERROR → OK' });
  await analyse('clean', 'other');
  await check({ delivered: 'other: ERROR → OK' });
  // The gate of the pull request counts from its first analysis, without a notification.
  checkOut('fix');
  await analysePullRequest('bad', '9');
  await check();
  assert.equal(monitor.journal.gateOf('one', 'p', 'fix').gate?.branch, 'pull request 9');
  await analyse('bad', 'fix');
  await analysePullRequest('clean', '9');
  await check({ delivered: 'pull request 9: ERROR → OK' });
  await analysePullRequest('bad', '10');
  await check();
  await analysePullRequest('clean', '10');
  await check({ delivered: 'pull request 10: ERROR → OK' });
  assert.deepEqual(notifier.delivered, [
    'main: OK → ERROR',
    'fix: OK → ERROR',
    'main: ERROR → OK',
    'fix: ERROR → OK',
    'other: ERROR → OK',
    'pull request 9: ERROR → OK',
    'pull request 10: ERROR → OK',
  ]);
}

const newNotifier = () =>
  new RecordingNotifier(({ branch = 'main', from, to }) => `${branch}: ${from} → ${to}`);

describe('the branch scenario', () => {
  it('delivers the expected notifications on the model platform', async () => {
    const clock = new VirtualClock();
    const platform = new ModelPlatform(['p'], () => Date.UTC(2026, 5, 1) + clock.elapsed);
    // An edition with pull requests, before the first one.
    platform.setPullRequest('p', '9', undefined);
    const http = new FaultyHttp({ platform, clock, faultOf: () => 'none', latency: () => 5 });
    const notifier = newNotifier();
    const { monitor } = createMonitoredWindow({
      clock,
      http,
      notifier,
      intervalMs: () => 3_600_000,
    });
    let scan = Date.UTC(2026, 5, 1);
    await runBranchScenario({
      monitor,
      notifier,
      connection: serverConnection('one'),
      analyse: (code, branch) => {
        const status = code === 'bad' ? 'ERROR' : 'OK';
        if (branch === undefined) platform.analyse('p', status, (scan += 1000));
        else platform.setBranch('p', branch, status);
        return Promise.resolve();
      },
      analysePullRequest: (code, key) => {
        platform.setPullRequest('p', key, { branch: 'fix', status: code === 'bad' ? 'ERROR' : 'OK' });
        return Promise.resolve();
      },
      check: async (options) => {
        await Promise.all([monitor.check(), clock.advance(10_000)]);
        if (options) assert.equal(await notifier.next(), options.delivered);
      },
    });
    monitor.dispose();
  });

  it('delivers the expected notifications on the embedded platform', async () => {
    await using platform = await startPlatform({ edition: 'developer' });
    const notifier = newNotifier();
    const admin = new Provisioner(platform.url, platform.token);
    const { monitor, close } = openWatchingWindow(admin.api(), notifier);
    const sources = {
      clean: { 'a.ts': { source: 'one' } },
      bad: { 'a.ts': { source: 'one', issues: [{ line: 1 }] } },
    };
    try {
      await admin.project('p');
      await admin.gate('Strict', [['violations', 'GT', '0']], 'p');
      await runBranchScenario({
        monitor,
        notifier,
        connection: serverConnection('one', { serverUrl: platform.url }),
        analyse: async (code, branch) => {
          await admin.analyse('p', { files: sources[code], ...(branch !== undefined && { branch }) });
        },
        analysePullRequest: async (code, key) => {
          const pullRequest = { key, branch: 'fix', base: 'main' };
          await admin.analyse('p', { files: sources[code], pullRequest });
        },
        check: async (options) => {
          await monitor.check();
          if (options) assert.equal(await notifier.next(), options.delivered);
        },
      });
    } finally {
      close();
    }
  });
});
