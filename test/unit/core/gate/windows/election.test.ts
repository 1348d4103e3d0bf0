import assert from 'node:assert/strict';
import { Election } from '../../../../../src/core/gate/windows/election.ts';
import { noLog as log } from '../../../../../src/core/log.ts';
import { Disk } from '../../../../simulation/disk.ts';
import type { ModelPlatform } from '../../../../simulation/modelPlatform.ts';
import { Process } from '../../../../simulation/process.ts';
import { VirtualClock } from '../../../../simulation/virtualClock.ts';
import { connection, minute, startMonitor, startTime } from '../startMonitor.ts';

/** The durations of the design. */
const heartbeatMs = 2000;
const livenessDeadlineMs = 1500;

/** Two windows that stand for one connection. */
function twoWindows() {
  const clock = new VirtualClock();
  const disk = new Disk();
  const pulses = [true, true];
  const unstored = [false, false];
  const processes = [new Process('a', clock), new Process('b', clock)] as const;
  const windows = processes.map((process, index) => {
    const { lockOf } = disk.filesFor(process);
    const isWindowAlive = () =>
      pulses[index] ? Promise.resolve(true) : new Promise<boolean>(() => undefined);
    const election = new Election({
      lockOf,
      epochFloor: () => 4,
      hasUnstoredChanges: () => unstored[index] ?? false,
      isWindowAlive,
      clock: process.clock,
      log,
    });
    election.standFor(['c']);
    return election;
  });
  const epochs = () => windows.map((window) => window.epochOf('c'));
  return { clock, disk, pulses, unstored, processes, windows, epochs };
}

/** The same, after their first heartbeat, with the index of the window that leads. */
async function twoWindowsWithLeader() {
  const windows = twoWindows();
  await windows.clock.advance(heartbeatMs);
  return { ...windows, leader: windows.epochs().findIndex((epoch) => epoch !== undefined) };
}

describe('Election', () => {
  it('elects one window, with an epoch above all that the journal has seen', async () => {
    const { clock, epochs } = twoWindows();
    await clock.advance(10 * heartbeatMs);
    assert.deepEqual(epochs().toSorted(), [5, undefined]);
  });

  it('replaces a killed leader within two heartbeats', async () => {
    const { clock, processes, epochs, leader } = await twoWindowsWithLeader();
    processes[leader === 0 ? 0 : 1].kill();
    await clock.advance(2 * heartbeatMs);
    assert.equal(epochs()[1 - leader], 6);
  });

  it('replaces a leader that sleeps, and the sleeper knows when it wakes', async () => {
    const { clock, processes, epochs, leader } = await twoWindowsWithLeader();
    processes[leader === 0 ? 0 : 1].sleep(60_000);
    await clock.advance(30_000);
    assert.equal(epochs()[1 - leader], 6);
    await clock.advance(60_000);
    assert.equal(epochs()[leader], undefined);
  });

  it('does not take the leadership for a while after it stepped down', async () => {
    const { clock, windows, epochs, leader } = await twoWindowsWithLeader();
    windows[leader]?.stepDown('c');
    await clock.advance(2 * heartbeatMs);
    assert.deepEqual([epochs()[leader], epochs()[1 - leader]], [undefined, 6]);
  });

  it('keeps its leader while the disk takes no writes', async () => {
    const { clock, disk, epochs } = twoWindows();
    await clock.advance(heartbeatMs);
    const before = epochs();
    disk.isFull = true;
    await clock.advance(60_000);
    assert.deepEqual(epochs(), before);
  });

  for (const [how, withdraw] of [
    ['no longer stands for the connection', (leader: Election) => leader.standFor([])],
    ['has to step down', (leader: Election) => leader.stepDown('c')],
    ['has left the screen', (_: Election, leaveScreen: () => void) => leaveScreen()],
  ] as const)
    it(`keeps a leader that ${how} until its changes are stored`, async () => {
      const { clock, pulses, unstored, windows, epochs, leader: index } = await twoWindowsWithLeader();
      const leader = windows[index];
      assert.ok(leader);
      const leave = () =>
        withdraw(leader, () => {
          pulses[index] = false;
        });
      unstored[index] = true;
      leave();
      await clock.advance(30_000);
      assert.deepEqual([epochs()[index], epochs()[1 - index]], [5, undefined]);
      unstored[index] = false;
      leave();
      await clock.advance(3 * heartbeatMs);
      assert.deepEqual([epochs()[index], epochs()[1 - index]], [undefined, 6]);
    });

  it('replaces at once a leader that closes, also if its changes are not stored', async () => {
    const { clock, unstored, windows, epochs, leader } = await twoWindowsWithLeader();
    unstored[leader] = true;
    windows[leader]?.dispose();
    await clock.advance(heartbeatMs);
    assert.equal(epochs()[1 - leader], 6);
  });

  it('takes the leadership after three missed heartbeats of the leader, not before', async () => {
    const { clock, processes, epochs, leader } = await twoWindowsWithLeader();
    processes[leader === 0 ? 0 : 1].sleep(60_000);
    await clock.advance(3 * heartbeatMs - 1);
    assert.equal(epochs()[1 - leader], undefined);
    await clock.advance(2);
    assert.equal(epochs()[1 - leader], 6);
  });

  it('takes the leadership back after five heartbeats if no other window took it', async () => {
    const { clock, windows, epochs, leader } = await twoWindowsWithLeader();
    windows[1 - leader]?.dispose();
    windows[leader]?.stepDown('c');
    await clock.advance(5 * heartbeatMs);
    assert.equal(epochs()[leader], undefined);
    await clock.advance(heartbeatMs);
    assert.equal(epochs()[leader], 6);
  });

  it('leaves the leadership to a window that fails one check of its liveness, and takes it after the second', async () => {
    const { clock, pulses, epochs, leader } = await twoWindowsWithLeader();
    const lead = async (isAlive: boolean) => {
      pulses[leader] = isAlive;
      await clock.advance(heartbeatMs + livenessDeadlineMs);
      return epochs()[leader];
    };
    assert.deepEqual(
      [await lead(false), await lead(true), await lead(false), await lead(true)],
      [5, 5, 5, 5],
    );
    assert.deepEqual([await lead(false), await lead(false)], [5, undefined]);
  });

  it('gives no leadership to a window that is on no screen', async () => {
    const { clock, pulses, windows, epochs } = twoWindows();
    let changes = 0;
    for (const window of windows) window.onDidChange(() => changes++);
    pulses.fill(false);
    await clock.advance(10 * heartbeatMs);
    assert.deepEqual([epochs(), changes], [[undefined, undefined], 0]);
    pulses.fill(true);
    await clock.advance(2 * heartbeatMs);
    assert.equal(epochs().filter((epoch) => epoch !== undefined).length, 1);
    for (const window of windows) window.dispose();
  });

  it('releases a connection that it no longer stands for, and keeps the others', async () => {
    const { clock, windows, epochs, leader } = await twoWindowsWithLeader();
    windows[leader]?.standFor(['c', 'd']);
    await clock.advance(heartbeatMs);
    assert.deepEqual([windows[leader]?.epochOf('c'), windows[leader]?.epochOf('d')], [5, 5]);
    windows[leader]?.standFor(['d']);
    await clock.advance(heartbeatMs);
    assert.deepEqual([windows[leader]?.epochOf('c'), windows[leader]?.epochOf('d')], [undefined, 5]);
    assert.equal(epochs()[1 - leader], 6);
  });

  it('fires when it gains and loses the leadership, and not after it is disposed', async () => {
    const { clock, windows } = twoWindows();
    const [window, other] = windows;
    other?.dispose();
    const leads: boolean[] = [];
    window?.onDidChange(() => leads.push(window.epochOf('c') !== undefined));
    await clock.advance(3 * heartbeatMs);
    assert.deepEqual(leads, [true]);
    window?.stepDown('d');
    assert.deepEqual(leads, [true]);
    window?.stepDown('c');
    assert.deepEqual(leads, [true, false]);
    window?.dispose();
    await clock.advance(10 * heartbeatMs);
    window?.standFor(['c']);
    await clock.advance(10 * heartbeatMs);
    assert.deepEqual([window?.epochOf('c'), leads], [undefined, [true, false]]);
  });

  it('releases a leadership that it gets after it stopped standing for it', async () => {
    const clock = new VirtualClock();
    const disk = new Disk();
    const slow = new Process('slow', clock, () => 10);
    const options = {
      epochFloor: () => 0,
      hasUnstoredChanges: () => false,
      isWindowAlive: () => Promise.resolve(true),
      log,
    };
    const leaving = new Election({ ...options, lockOf: disk.filesFor(slow).lockOf, clock: slow.clock });
    leaving.standFor(['c']);
    // Reading takes it 20 ms, and so does making the lock.
    await clock.advance(25);
    leaving.standFor([]);
    await clock.advance(100);
    const next = new Election({
      ...options,
      lockOf: disk.filesFor(new Process('next', clock)).lockOf,
      clock,
    });
    next.standFor(['c']);
    await clock.advance(1);
    assert.deepEqual([leaving.epochOf('c'), next.epochOf('c')], [undefined, 2]);
  });

  it('starts no timer when it ends during a check of its window', async () => {
    const clock = new VirtualClock();
    const process = new Process('a', clock);
    let timers = 0;
    const election = new Election({
      lockOf: new Disk().filesFor(process).lockOf,
      epochFloor: () => 0,
      hasUnstoredChanges: () => false,
      isWindowAlive: () => new Promise(() => undefined),
      clock: {
        now: () => process.clock.now(),
        setTimer: (ms, callback) => {
          timers++;
          return process.clock.setTimer(ms, callback);
        },
      },
      log,
    });
    election.standFor(['c']);
    await clock.advance(livenessDeadlineMs - 1);
    election.dispose();
    const before = timers;
    await clock.advance(10 * heartbeatMs);
    assert.equal(timers, before);
  });
});

const branch = 'feature';
const pull = (status: string) => ({ branch, status });

/** Two windows on one disk. The first one leads and has the focus. */
async function windowsWithLeader() {
  const leader = await startMonitor();
  const { clock, platform, disk } = leader;
  platform.setPullRequest('p', '9', pull('OK'));
  const other = await leader.openAnother();
  const targets = [
    { connection, project: 'p' },
    { connection, project: 'p', branch },
  ];
  for (const { monitor } of [leader, other]) monitor.watch(targets);
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
      const windows = await windowsWithLeader();
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
      return { ...windows, kindsShown, endOutage };
    };

    it(`stores that it showed ${what} before another window leads`, async () => {
      const { clock, leader, other, kindsShown, endOutage } = await showInOutage();
      leader.monitor.watch([]);
      await endOutage();
      await clock.advance(2 * minute);
      assert.deepEqual([leader.monitor.leads('one'), other.monitor.leads('one')], [false, true]);
      assert.deepEqual(kindsShown(), kinds);
    });

    it(`stores that it showed ${what} before another window that checks shows it`, async () => {
      const { clock, other, kindsShown, endOutage } = await showInOutage();
      await endOutage();
      void other.monitor.check();
      await clock.advance(2 * minute);
      assert.deepEqual(kindsShown(), kinds);
    });
  }
});
