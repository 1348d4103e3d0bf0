import assert from 'node:assert/strict';
import { createMonitoredWindow } from '../../../../simulation/monitoredWindow.ts';
import { Disk } from '../../../../simulation/disk.ts';
import { connection, minute, startMonitor } from '../startMonitor.ts';

describe('GateMonitor, when a platform comes back', () => {
  it('ends the back-off of the leader when a check of another window succeeds', async () => {
    const disk = new Disk();
    const { clock, http, network, paths, monitor } = await startMonitor({ disk });
    const other = createMonitoredWindow({ clock, http, disk, isFocused: false });
    other.monitor.watch([{ connection, project: 'p' }]);
    await other.monitor.start();
    network.faultOf = () => 'unauthorized';
    await clock.advance(40 * minute);
    assert.deepEqual([monitor.leads('one'), other.monitor.leads('one')], [true, false]);
    network.faultOf = () => 'none';
    await Promise.all([other.monitor.check(), clock.advance(1000)]);
    const asked = paths().length;
    await clock.advance(2 * minute);
    assert.ok(paths().length - asked >= 2, `${paths().length - asked} requests in two minutes`);
  });

  for (const fault of ['refused', 'reset', 'unavailable', 'html'] as const)
    for (const outage of [150_000, 290_000])
      it(`polls within one interval and its jitter after an outage of ${outage / 1000} s (${fault})`, async () => {
        const { clock, network, monitor } = await startMonitor({
          intervalMs: () => 10_000,
          random: () => 0.99,
        });
        await clock.advance(20_000);
        network.faultOf = () => fault;
        await clock.advance(outage);
        assert.ok(monitor.journal.pollErrorOf('one'));
        network.faultOf = () => 'none';
        await clock.advance(11_100);
        assert.equal(monitor.journal.pollErrorOf('one'), undefined);
        monitor.dispose();
      });

  it('polls at once when a window gets the focus, if the platform was unreachable', async () => {
    const { clock, network, monitor, setFocus } = await startMonitor();
    network.faultOf = () => 'refused';
    await clock.advance(60 * minute);
    setFocus(false);
    await clock.advance(1000);
    network.faultOf = () => 'none';
    await clock.advance(1000);
    assert.ok(monitor.journal.pollErrorOf('one'));
    setFocus(true);
    await clock.advance(100);
    assert.equal(monitor.journal.pollErrorOf('one'), undefined);
  });

  it('does not poll because of the focus if the token was refused', async () => {
    const { clock, network, paths, setFocus } = await startMonitor();
    network.faultOf = () => 'unauthorized';
    await clock.advance(60 * minute);
    const before = paths().length;
    for (const isFocused of [false, true, false, true]) {
      setFocus(isFocused);
      await clock.advance(1000);
    }
    assert.equal(paths().length, before);
  });

  it('polls once for a gate that another window begins to watch, without waiting for the interval', async () => {
    const disk = new Disk();
    const { clock, http, paths, platform, monitor } = await startMonitor({ disk, projects: ['p', 'q'] });
    monitor.watch([{ connection, project: 'p' }]);
    await clock.advance(1.2 * minute);
    platform.changeIssue('q', 'ERROR');
    const asked = paths().length;
    const other = createMonitoredWindow({ clock, http, disk, isFocused: false });
    other.monitor.watch([{ connection, project: 'q' }]);
    await other.monitor.start();
    await clock.advance(1000);
    assert.equal(other.monitor.journal.gateOf('one', 'q').gate?.status, 'ERROR');
    const polls = paths()
      .slice(asked)
      .filter((path) => path === 'measures/search');
    assert.equal(polls.length, 1);
  });

  it('polls at once for a gate that the user begins to watch during a poll', async () => {
    const { clock, paths, monitor } = await startMonitor({ projects: ['p', 'q'] });
    monitor.watch([{ connection, project: 'p' }]);
    await clock.advance(1.2 * minute);
    const before = paths().length;
    const checked = monitor.check();
    await clock.advance(5);
    monitor.watch(['p', 'q'].map((project) => ({ connection, project })));
    await Promise.all([checked, clock.advance(2000)]);
    const polls = paths()
      .slice(before)
      .filter((path) => path === 'measures/search');
    assert.equal(polls.length, 2);
  });

  it('leaves the polls to a window that has the token', async () => {
    const disk = new Disk();
    const { clock, http, monitor } = await startMonitor({ disk, apiFor: () => Promise.resolve(undefined) });
    const other = createMonitoredWindow({ clock, http, disk, isFocused: false });
    other.monitor.watch([{ connection, project: 'p' }]);
    await other.monitor.start();
    await clock.advance(3 * minute);
    assert.deepEqual([monitor.leads('one'), other.monitor.leads('one')], [false, true]);
    assert.equal(monitor.journal.pollErrorOf('one'), undefined);
  });

  it('sends no further request when the notifications of the connection are turned off', async () => {
    const { clock, paths, monitor } = await startMonitor();
    monitor.watch([{ connection: { ...connection, receiveNotifications: false }, project: 'p' }]);
    const before = paths().length;
    await clock.advance(10 * minute);
    assert.equal(paths().length, before);
  });

  it('keeps its schedule when the journal changes for another reason', async () => {
    const { clock, paths, monitor } = await startMonitor({ random: () => 0 });
    await clock.advance(minute);
    const polls = () => paths().filter((path) => path === 'measures/search').length;
    const before = polls();
    // The shortest delay is a tenth shorter than the interval.
    for (let at = 0; at < 50; at++) {
      await clock.advance(0.9 * minute);
      await monitor.journal.mute({ connection: 'one', project: `q${at}` });
    }
    assert.ok(polls() - before >= 49, `${polls() - before} polls`);
  });
});
