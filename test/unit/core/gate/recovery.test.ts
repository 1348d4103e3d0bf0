import assert from 'node:assert/strict';
import { createDesk } from '../../../simulation/desk.ts';
import { Disk } from '../../../simulation/disk.ts';
import { connection, minute, startMonitor } from './startMonitor.ts';

describe('GateMonitor, when a platform comes back', () => {
  it('ends the back-off of the window that polls when another window has asked successfully', async () => {
    const disk = new Disk();
    const { clock, http, network, paths, monitor } = await startMonitor({ disk });
    const other = createDesk({ clock, http, disk, isFocused: false });
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
    monitor.dispose();
    other.monitor.dispose();
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
        assert.ok(monitor.connectionTrouble('one'));
        network.faultOf = () => 'none';
        await clock.advance(11_100);
        assert.equal(monitor.connectionTrouble('one'), undefined);
        monitor.dispose();
      });

  it('asks ever more seldom while an outage lasts for hours', async () => {
    const { clock, network, http, monitor } = await startMonitor();
    network.faultOf = () => 'refused';
    await clock.advance(60 * minute);
    const asked = http.exchanges.length;
    await clock.advance(60 * minute);
    assert.ok(http.exchanges.length - asked < 15, `${http.exchanges.length - asked} requests in an hour`);
    monitor.dispose();
  });
});
