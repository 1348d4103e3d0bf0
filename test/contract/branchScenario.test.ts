import assert from 'node:assert/strict';
import { Api } from '../../src/core/api/client.ts';
import type { GateMonitor } from '../../src/core/gate/monitor.ts';
import { everyBranch } from '../../src/core/gate/subject.ts';
import { createHttp } from '../../src/node/http/createHttp.ts';
import { startEmulator } from '../../src/emulator/emulator.ts';
import { createDesk, serverConnection } from '../simulation/desk.ts';
import { FaultyHttp } from '../simulation/faultyHttp.ts';
import { ModelPlatform } from '../simulation/modelPlatform.ts';
import { VirtualClock } from '../simulation/virtualClock.ts';
import { CollectingLog } from '../support/collectingLog.ts';
import { Provisioner } from './provision.ts';
import { RecordingTeller } from './recordingTeller.ts';
import { openWatchingWindow } from './watchingWindow.ts';

/** A platform with one project, and a window that watches it. */
interface BranchFixture {
  readonly monitor: GateMonitor;
  readonly teller: RecordingTeller;
  readonly connection: ReturnType<typeof serverConnection>;
  /** Without `branch`, analyses the main branch. */
  readonly analyse: (code: 'clean' | 'bad', branch?: string) => Promise<void>;
  /** Polls the gates; with `told`, waits for the next notification and compares it. */
  readonly check: (options?: { readonly told: string }) => Promise<void>;
}

/** The expected notifications are the same on the model platform of the simulation and on the embedded platform. */
async function runBranchScenario({
  monitor,
  teller,
  connection,
  analyse,
  check,
}: BranchFixture): Promise<void> {
  const checkOut = (branch?: string) => {
    monitor.watch([{ connection, project: 'p', branch }]);
  };
  await analyse('clean');
  checkOut('fix');
  await monitor.start();
  await check();
  await analyse('bad');
  await check({ told: 'main: OK → ERROR' });
  // The platform knows the branch from its first analysis.
  await analyse('clean', 'fix');
  await check();
  await analyse('clean');
  await check();
  await analyse('bad', 'fix');
  await check({ told: 'fix: OK → ERROR' });
  checkOut();
  await check({ told: 'main: ERROR → OK' });
  checkOut(everyBranch);
  await analyse('bad', 'other');
  await analyse('clean', 'fix');
  await check({ told: 'fix: ERROR → OK' });
  await analyse('clean', 'other');
  await check({ told: 'other: ERROR → OK' });
  assert.deepEqual(teller.told, [
    'main: OK → ERROR',
    'fix: OK → ERROR',
    'main: ERROR → OK',
    'fix: ERROR → OK',
    'other: ERROR → OK',
  ]);
}

const newTeller = () => new RecordingTeller(({ branch = 'main', from, to }) => `${branch}: ${from} → ${to}`);

describe('the branch scenario', () => {
  it('delivers the expected notifications on the model platform', async () => {
    const clock = new VirtualClock();
    const platform = new ModelPlatform(['p'], () => Date.UTC(2026, 5, 1) + clock.elapsed);
    const http = new FaultyHttp({ platform, clock, faultOf: () => 'none', latency: () => 5 });
    const teller = newTeller();
    const { monitor } = createDesk({
      clock,
      http,
      teller,
      intervalMs: () => 3_600_000,
    });
    let scan = Date.UTC(2026, 5, 1);
    await runBranchScenario({
      monitor,
      teller,
      connection: serverConnection('one'),
      analyse: (code, branch) => {
        const status = code === 'bad' ? 'ERROR' : 'OK';
        if (branch === undefined) platform.analyse('p', status, (scan += 1000));
        else platform.setBranch('p', branch, status);
        return Promise.resolve();
      },
      check: async (options) => {
        await Promise.all([monitor.check(), clock.advance(10_000)]);
        if (options) assert.equal(await teller.next(), options.told);
      },
    });
    monitor.dispose();
  });

  it('delivers the expected notifications on the embedded platform', async () => {
    const platform = await startEmulator({ edition: 'developer' });
    const teller = newTeller();
    const admin = new Provisioner(platform.url, platform.token);
    const api = new Api({
      http: createHttp(),
      log: new CollectingLog(),
      baseUrl: platform.url,
      userAgent: 'test',
      token: platform.token,
    });
    const { monitor, close } = openWatchingWindow(api, teller);
    const sources = {
      clean: { 'a.ts': { source: 'one' } },
      bad: { 'a.ts': { source: 'one', issues: [{ line: 1 }] } },
    };
    try {
      await admin.project('p');
      await admin.gate('Strict', [['violations', 'GT', '0']], 'p');
      await runBranchScenario({
        monitor,
        teller,
        connection: serverConnection('one', { serverUrl: platform.url }),
        analyse: async (code, branch) => {
          await admin.analyse('p', { files: sources[code], ...(branch !== undefined && { branch }) });
        },
        check: async (options) => {
          await monitor.check();
          if (options) assert.equal(await teller.next(), options.told);
        },
      });
    } finally {
      close();
      await platform.stop();
    }
  }).timeout(60_000);
});
