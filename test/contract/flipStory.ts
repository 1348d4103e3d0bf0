import assert from 'node:assert/strict';
import type { Api } from '../../src/core/api/client.ts';
import { dialectOf } from '../../src/emulator/dialect.ts';
import { serverConnection } from '../simulation/desk.ts';
import type { Provisioner } from './provision.ts';
import { clean, dirty } from './pythonFiles.ts';
import { RecordingTeller } from './recordingTeller.ts';
import { openWatchingWindow } from './watchingWindow.ts';

/** A platform with one project whose gate allows no issue, and a window that watches it. */
export interface FlipWorld {
  readonly teller: RecordingTeller;
  /** Whether its events compare an analysis with the last one, or with the gate as issues have made it since. */
  readonly comparesAnalyses: boolean;
  /** `meanwhile` happens after the scan has begun and before its result is there. */
  readonly analyse: (code: 'clean' | 'dirty', meanwhile?: () => Promise<void>) => Promise<void>;
  /** Of the one issue in dirty code. */
  readonly transition: (transition: 'falsepositive' | 'reopen') => Promise<void>;
  /** The window asks for the gate. */
  readonly check: () => Promise<void>;
}

export const flipTeller = () =>
  new RecordingTeller(({ from, to, cause }) => `${from} → ${to} by ${cause ?? 'nobody knows what'}`);

/**
 * Flips by analysis, by issue change and by both, and slow scans. The same on the model, which the simulation believes,
 * on the embedded platform and on real servers.
 */
export async function playFlips({
  teller,
  comparesAnalyses,
  analyse,
  transition,
  check,
}: FlipWorld): Promise<void> {
  const told: string[] = [];
  const checkAndHear = async (text: string) => {
    await check();
    assert.equal(await teller.next(), text);
    told.push(text);
  };
  await check();
  await analyse('clean');
  await check();
  await analyse('dirty');
  await checkAndHear('OK → ERROR by analysis');
  await transition('falsepositive');
  await checkAndHear('ERROR → OK by issueChange');

  // Undone between two looks, by an analysis that the platform writes an event about: the one before had failed.
  await transition('reopen');
  await analyse('clean');
  await check();

  // The event is dated before the last look, and was not there then.
  await analyse('dirty', check);
  await checkAndHear('OK → ERROR by analysis');

  // By both, one after the other: the status is the issue's doing; an event, where there is one, is the analysis'.
  await transition('falsepositive');
  await analyse('dirty');
  await checkAndHear(`ERROR → OK by ${comparesAnalyses ? 'analysis' : 'issueChange'}`);
  await transition('reopen');
  await checkAndHear('OK → ERROR by issueChange');

  // While the scan lasts, an issue flips what the scan would have flipped.
  await analyse('clean', async () => {
    await transition('falsepositive');
    await checkAndHear('ERROR → OK by issueChange');
  });
  await check();

  // An issue that comes back is what somebody had made of it.
  await analyse('dirty');
  await check();
  await transition('reopen');
  await checkAndHear('OK → ERROR by issueChange');
  assert.deepEqual(teller.told, told, 'and nothing else');
}

/** Plays it on a platform that speaks the Web API. `analyse` where it can be faster than the platform's own clock. */
export async function playFlipsOn(
  admin: Provisioner,
  api: Api,
  project: string,
  startOf: () => number | undefined,
): Promise<void> {
  const teller = flipTeller();
  const { monitor, close } = openWatchingWindow(api, teller);
  const connection = serverConnection('flips', { serverUrl: admin.url });
  const { version } = await admin.get<{ version: string }>('system/status');
  let issue = '';
  try {
    await admin.project(project, 'Flips');
    await admin.gate('Flips', [['violations', 'GT', '0']], project);
    monitor.watch([{ connection, project }]);
    await monitor.start();
    await playFlips({
      teller,
      comparesAnalyses: dialectOf(version)?.gateEventsCompareAnalyses === true,
      analyse: async (code, meanwhile = () => Promise.resolve()) => {
        const files = code === 'dirty' ? dirty : clean;
        const date = startOf();
        if (date !== undefined) {
          // Done in milliseconds: that it began earlier, it says itself.
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
