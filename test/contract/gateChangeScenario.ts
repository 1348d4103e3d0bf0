import assert from 'node:assert/strict';
import type { Api } from '../../src/core/api/client.ts';
import { dialectOf } from '../../src/emulator/dialect.ts';
import { serverConnection } from '../simulation/monitoredWindow.ts';
import type { Provisioner } from './provision.ts';
import { clean, dirty } from './pythonFiles.ts';
import { openWatchingWindow, RecordingNotifier } from './watchingWindow.ts';

/** A platform with one project whose gate allows no issue, and a window that watches the project. */
export interface GateChangeFixture {
  readonly notifier: RecordingNotifier;
  /** Whether an event compares an analysis with the previous analysis, or with the current gate status. */
  readonly comparesAnalyses: boolean;
  /** `meanwhile` runs after the start of the scan and before its result is available. */
  readonly analyse: (code: 'clean' | 'dirty', meanwhile?: () => Promise<void>) => Promise<void>;
  /** Changes the only issue of the dirty code. */
  readonly transition: (transition: 'falsepositive' | 'reopen') => Promise<void>;
  /** Polls the gate. */
  readonly check: () => Promise<void>;
}

export const gateChangeNotifier = () =>
  new RecordingNotifier(({ from, to, cause }) => `${from} → ${to} by ${cause ?? 'an unknown cause'}`);

/**
 * Runs gate changes by analyses, by issue changes and by both, and slow scans. The expected notifications are the same on
 * the model platform of the simulation, on the embedded platform and on real servers.
 */
export async function runGateChangeScenario({
  notifier,
  comparesAnalyses,
  analyse,
  transition,
  check,
}: GateChangeFixture): Promise<void> {
  const delivered: string[] = [];
  const checkAndHear = async (text: string) => {
    await check();
    assert.equal(await notifier.next(), text);
    delivered.push(text);
  };
  await check();
  await analyse('clean');
  await check();
  await analyse('dirty');
  await checkAndHear('OK → ERROR by analysis');
  await transition('falsepositive');
  await checkAndHear('ERROR → OK by issueChange');

  // Between two polls, an issue change is undone by an analysis. The analysis has an event because the former one failed.
  await transition('reopen');
  await analyse('clean');
  await check();

  // The event has a date before the last poll, which could not see it yet.
  await analyse('dirty', check);
  await checkAndHear('OK → ERROR by analysis');

  // An issue change, then an analysis: the issue change caused the status; an event, if there is one, is of the analysis.
  await transition('falsepositive');
  await analyse('dirty');
  await checkAndHear(`ERROR → OK by ${comparesAnalyses ? 'analysis' : 'issueChange'}`);
  await transition('reopen');
  await checkAndHear('OK → ERROR by issueChange');

  // During the scan, an issue change has the effect that the scan would have had.
  await analyse('clean', async () => {
    await transition('falsepositive');
    await checkAndHear('ERROR → OK by issueChange');
  });
  await check();

  // An issue that is found again keeps its resolution.
  await analyse('dirty');
  await check();
  await transition('reopen');
  await checkAndHear('OK → ERROR by issueChange');
  assert.deepEqual(notifier.delivered, delivered, 'no other notification');
}

/** Runs the scenario through the Web API. `startOf` returns the start of the next scan; undefined means the current time. */
export async function runGateChangeScenarioOn(
  admin: Provisioner,
  api: Api,
  project: string,
  startOf: () => number | undefined,
): Promise<void> {
  const notifier = gateChangeNotifier();
  const { monitor, close } = openWatchingWindow(api, notifier);
  const connection = serverConnection('changes', { serverUrl: admin.url });
  const { version } = await admin.get<{ version: string }>('system/status');
  let issue = '';
  try {
    await admin.project(project, 'Gate changes');
    await admin.gate('Gate changes', [['violations', 'GT', '0']], project);
    monitor.watch([{ connection, project }]);
    await monitor.start();
    await runGateChangeScenario({
      notifier,
      comparesAnalyses: dialectOf(version)?.gateEventsCompareAnalyses === true,
      analyse: async (code, meanwhile = () => Promise.resolve()) => {
        const files = code === 'dirty' ? dirty : clean;
        const date = startOf();
        if (date !== undefined) {
          // The analysis takes milliseconds, so the report states an earlier start.
          await meanwhile();
          await admin.analyse(project, { files, date });
        } else await Promise.all([admin.analyse(project, { files }), meanwhile()]);
      },
      transition: async (transition) => {
        const [open] = await admin.openIssues(project);
        issue = open ?? issue;
        await admin.transition(issue, transition);
      },
      check: () => monitor.check(),
    });
  } finally {
    close();
  }
}
