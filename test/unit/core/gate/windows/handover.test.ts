import assert from 'node:assert/strict';
import { createMonitoredWindow } from '../../../../simulation/monitoredWindow.ts';
import type { ModelPlatform } from '../../../../simulation/modelPlatform.ts';
import { Disk } from '../../../../simulation/disk.ts';
import { connection, minute, startMonitor, startTime } from '../startMonitor.ts';

const branch = 'feature';
const pull = (status: string) => ({ branch, status });

/** Two windows on one disk. The first one leads and has the focus. */
async function twoWindows() {
  const disk = new Disk();
  const leader = await startMonitor({ disk });
  const { clock, http, platform } = leader;
  platform.setPullRequest('p', '9', pull('OK'));
  const other = createMonitoredWindow({ clock, http, disk, isFocused: false });
  const targets = [
    { connection, project: 'p' },
    { connection, project: 'p', branch },
  ];
  for (const { monitor } of [leader, other]) monitor.watch(targets);
  await other.monitor.start();
  await clock.advance(2 * minute);
  return { clock, disk, platform, leader, other, delivered: () => [...leader.delivered, ...other.delivered] };
}

const changes: readonly (readonly [
  what: string,
  kinds: readonly string[],
  cause: (platform: ModelPlatform, now: number) => void,
])[] = [
  ['a gate change', ['change'], (platform) => platform.changeIssue('p', 'ERROR')],
  [
    'a gate change of a pull request',
    ['change'],
    (platform) => platform.setPullRequest('p', '9', pull('ERROR')),
  ],
  ['new issues', ['newIssues'], (platform, now) => platform.setNewestIssue('p', now)],
  [
    'a summary',
    ['summary'],
    (platform) => {
      platform.changeIssue('p', 'ERROR');
      platform.setPullRequest('p', '9', pull('ERROR'));
    },
  ],
];

describe('a leader that could not store what it showed', () => {
  for (const [what, kinds, cause] of changes) {
    const showInOutage = async () => {
      const windows = await twoWindows();
      const { clock, disk, platform, leader, other, delivered } = windows;
      disk.isFull = true;
      cause(platform, startTime + clock.elapsed);
      await clock.advance(2 * minute);
      const kindsShown = () => delivered().map(({ kind }) => kind);
      assert.deepEqual(kindsShown(), kinds);
      const endOutage = async () => {
        // The leader has just failed to write and tries again five seconds later.
        await clock.advance(minute + 1000);
        disk.isFull = false;
        leader.setFocus(false);
        other.setFocus(true);
      };
      const end = () => {
        leader.monitor.dispose();
        other.monitor.dispose();
      };
      return { ...windows, kindsShown, endOutage, end };
    };

    it(`stores that it showed ${what} before another window leads`, async () => {
      const { clock, leader, other, kindsShown, endOutage, end } = await showInOutage();
      leader.monitor.watch([]);
      await endOutage();
      await clock.advance(2 * minute);
      assert.deepEqual([leader.monitor.leads('one'), other.monitor.leads('one')], [false, true]);
      assert.deepEqual(kindsShown(), kinds);
      end();
    });

    it(`stores that it showed ${what} before another window that checks shows it`, async () => {
      const { clock, other, kindsShown, endOutage, end } = await showInOutage();
      await endOutage();
      void other.monitor.check();
      await clock.advance(2 * minute);
      assert.deepEqual(kindsShown(), kinds);
      end();
    });
  }
});
