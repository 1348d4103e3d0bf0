import assert from 'node:assert/strict';
import type { Notifier } from '../../../../../src/core/gate/notify/gateNotification.ts';
import { createMonitoredWindow } from '../../../../simulation/monitoredWindow.ts';
import { Disk } from '../../../../simulation/disk.ts';
import { connection, startMonitor, startTime } from '../startMonitor.ts';

/** Its page has crashed, its host lives on. */
const crashed: Notifier = {
  isReady: () => new Promise(() => undefined),
  notify: () => assert.fail('a window that does not answer was asked to tell'),
};

/** Two windows, the first of which polls. Neither has the focus. */
async function twoWindows({ projectsOfOther = ['p'], ...more }: Partial<Setup> = {}) {
  const disk = new Disk();
  const one = await startMonitor({ disk, isFocused: false });
  const { clock, http, platform } = one;
  const two = createMonitoredWindow({ clock, http, disk, isFocused: false, ...more });
  two.monitor.watch(projectsOfOther.map((project) => ({ connection, project })));
  await two.monitor.start();
  await clock.advance(5000);
  const gateChange = () => platform.analyse('p', 'ERROR', startTime + clock.elapsed);
  return { clock, gateChange, one, two };
}

interface Setup {
  readonly projectsOfOther: readonly string[];
  readonly notifier: Notifier;
}

describe('the notifying window', () => {
  for (const [first, last] of [
    ['one', 'two'],
    ['two', 'one'],
  ] as const)
    for (const asking of ['one', 'two'] as const)
      it(`is window ${last} if both believe to have the focus and it got the focus later, as computed in ${asking}`, async () => {
        const { clock, gateChange, ...windows } = await twoWindows();
        windows[first].setFocus(true);
        await clock.advance(1000);
        windows[last].setFocus(true);
        await clock.advance(1000);
        gateChange();
        void windows[asking].monitor.check();
        await clock.advance(10_000);
        assert.deepEqual([windows[first].delivered.length, windows[last].delivered.length], [0, 1]);
      });

  it('is the window that gets the focus while another one is about to', async () => {
    const { clock, gateChange, one, two } = await twoWindows();
    one.setFocus(true);
    await clock.advance(1000);
    gateChange();
    void one.monitor.check();
    await clock.advance(500);
    assert.equal(one.monitor.journal.changes().length, 1);
    two.setFocus(true);
    await clock.advance(10_000);
    assert.deepEqual([one.delivered.length, two.delivered.length], [0, 1]);
  });

  it('is, after a grace time, another window that believes to have the focus if the last one has crashed', async () => {
    const { clock, gateChange, one, two } = await twoWindows({ notifier: crashed });
    one.setFocus(true);
    await clock.advance(1000);
    two.setFocus(true);
    gateChange();
    void one.monitor.check();
    await clock.advance(3000);
    assert.equal(one.delivered.length, 0);
    await clock.advance(7000);
    assert.equal(one.delivered.length, 1);
  });

  it('is a window with the folder if no window has the focus', async () => {
    const { clock, gateChange, one, two } = await twoWindows({ projectsOfOther: ['q'] });
    gateChange();
    void two.monitor.check();
    await clock.advance(10_000);
    assert.deepEqual([one.delivered.length, two.delivered.length], [1, 0]);
  });
});
