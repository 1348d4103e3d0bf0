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
});
