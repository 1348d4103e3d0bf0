import assert from 'node:assert/strict';
import { createMonitoredWindow } from '../../../simulation/monitoredWindow.ts';
import { Disk } from '../../../simulation/disk.ts';
import { FaultyHttp, type Fault } from '../../../simulation/faultyHttp.ts';
import { ModelPlatform } from '../../../simulation/modelPlatform.ts';
import { VirtualClock } from '../../../simulation/virtualClock.ts';
import { connection, minute, startTime } from './startMonitor.ts';

/** Windows of one editor that watch a project of a connection without notifications. None shows the view yet. */
async function windowsWithoutNotifications(count: number) {
  const clock = new VirtualClock();
  const platform = new ModelPlatform(['p'], () => startTime + clock.elapsed);
  platform.analyse('p', 'OK', startTime);
  const network: { fault: Fault } = { fault: 'none' };
  const http = new FaultyHttp({ platform, clock, faultOf: () => network.fault });
  const disk = new Disk();
  const windows = Array.from({ length: count }, () => createMonitoredWindow({ clock, http, disk }));
  for (const { monitor } of windows) {
    monitor.watch([{ connection: { ...connection, receiveNotifications: false }, project: 'p' }]);
    await monitor.start();
  }
  const polls = () => http.exchanges.filter(({ url }) => url.includes('measures/search')).length;
  const setViewed = async (isViewed: boolean) => {
    for (const { monitor } of windows) monitor.setViewed(isViewed);
    await clock.advance(100);
  };
  const end = () => {
    for (const { monitor } of windows) monitor.dispose();
  };
  return { clock, platform, network, windows, polls, setViewed, end };
}

describe('GateMonitor, with notifications off', () => {
  it('polls at the normal interval while the view is visible, without a notification', async () => {
    const { clock, platform, windows, polls, setViewed, end } = await windowsWithoutNotifications(1);
    const [window] = windows;
    assert.ok(window);
    await setViewed(true);
    assert.equal(window.monitor.journal.gateOf('one', 'p').gate?.status, 'OK');
    platform.changeIssue('p', 'ERROR');
    await clock.advance(1.2 * minute);
    assert.equal(window.monitor.journal.gateOf('one', 'p').gate?.status, 'ERROR');
    const before = polls();
    await clock.advance(10 * minute);
    assert.ok(Math.abs(polls() - before - 10) <= 1, `${polls() - before} polls in ten minutes`);
    assert.deepEqual(window.delivered, []);
    end();
  });

  it('stops polling when the view is hidden, and polls at once when it is shown again', async () => {
    const { clock, polls, setViewed, end } = await windowsWithoutNotifications(1);
    await setViewed(true);
    await setViewed(false);
    const before = polls();
    await clock.advance(10 * minute);
    assert.equal(polls(), before);
    await setViewed(true);
    assert.equal(polls(), before + 1);
    end();
  });

  it('announces no next poll after a manual check that failed', async () => {
    const { clock, network, windows, end } = await windowsWithoutNotifications(1);
    network.fault = 'unavailable';
    await Promise.all([windows[0]?.monitor.check(), clock.advance(1000)]);
    const pollError = windows[0]?.monitor.journal.pollErrorOf('one');
    assert.ok(pollError);
    assert.equal(pollError.nextPollAt, undefined);
    end();
  });

  it('polls once for all windows whose view is visible', async () => {
    const { clock, polls, setViewed, end } = await windowsWithoutNotifications(3);
    await setViewed(true);
    await clock.advance(minute);
    const before = polls();
    await clock.advance(10 * minute);
    assert.ok(polls() - before <= 11, `${polls() - before} polls in ten minutes`);
    end();
  });
});

describe('GateMonitor, before its start', () =>
  it('does not poll when the view becomes invisible', async () => {
    const clock = new VirtualClock();
    const platform = new ModelPlatform(['p'], () => startTime + clock.elapsed);
    const http = new FaultyHttp({ platform, clock, faultOf: () => 'none' });
    const { monitor } = createMonitoredWindow({ clock, http });
    monitor.watch([{ connection, project: 'p' }]);
    monitor.setViewed(false);
    await clock.advance(minute);
    assert.deepEqual(http.exchanges, []);
  }));
