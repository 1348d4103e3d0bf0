import assert from 'node:assert/strict';
import { createMonitoredWindow, serverConnection } from '../../../../simulation/monitoredWindow.ts';
import { Disk } from '../../../../simulation/disk.ts';
import { connection, minute, startMonitor } from '../startMonitor.ts';
import { fieldOf } from '../../../../support/lists.ts';

/** How often the journal store tries to get its lock. */
const allAttempts = 3;

describe('GateMonitor, while other windows keep the journal locked', () => {
  it('notifies of a change that follows a first poll whose start was not stored', async () => {
    const disk = new Disk();
    disk.heldLocks = allAttempts;
    const { clock, platform, delivered } = await startMonitor({ disk });
    await clock.advance(0.5 * minute);
    platform.changeIssue('p', 'ERROR');
    await clock.advance(2 * minute);
    assert.deepEqual(fieldOf(delivered, 'kind'), ['change']);
  });

  it('does not compare the gates of two servers if the start of the first poll of the second was not stored', async () => {
    const disk = new Disk();
    const { clock, http, platform, monitor } = await startMonitor({ disk });
    monitor.dispose();
    platform.changeIssue('p', 'ERROR');
    const { monitor: after, delivered } = createMonitoredWindow({ clock, http, disk });
    const moved = serverConnection(connection.uuid, { serverUrl: 'http://other.test' });
    after.watch([{ connection: moved, project: 'p' }]);
    disk.heldLocks = allAttempts;
    await after.start();
    await clock.advance(5 * minute);
    assert.equal(after.journal.gateOf(connection.uuid, 'p').gate?.status, 'ERROR');
    assert.deepEqual(delivered, []);
    after.dispose();
  });

  it('polls again soon if the end of a poll was not stored', async () => {
    const disk = new Disk();
    const { clock, http, monitor, network } = await startMonitor({ disk });
    network.faultOf = () => 'unauthorized';
    disk.onWrite = () => {
      // The first write of the poll is its start, the second one its end.
      disk.heldLocks = allAttempts;
    };
    await clock.advance(0.95 * minute);
    assert.equal(disk.heldLocks, 0);
    assert.equal(monitor.journal.pollErrorOf('one'), undefined);
    disk.onWrite = () => undefined;
    assert.ok(monitor.leads('one'));
    const asked = http.exchanges.length;
    await clock.advance(12_000);
    assert.ok(http.exchanges.length > asked);
    assert.equal(monitor.journal.pollErrorOf('one')?.code, 'unauthorized');
  });

  it('polls at once after a successful check of the connection, although the back-off cannot be reset', async () => {
    const disk = new Disk();
    const { clock, monitor, network } = await startMonitor({ disk });
    network.faultOf = () => 'unauthorized';
    await clock.advance(30 * minute);
    network.faultOf = () => 'none';
    disk.heldLocks = allAttempts;
    await Promise.all([monitor.recover('one'), clock.advance(1000)]);
    assert.equal(monitor.journal.pollErrorOf('one'), undefined);
  });

  it('reports that a mute was not stored', async () => {
    const disk = new Disk();
    const { monitor } = await startMonitor({ disk });
    disk.heldLocks = allAttempts;
    await assert.rejects(monitor.journal.mute({ connection: 'one', project: 'p', until: undefined }), {
      code: 'busy',
    });
    assert.equal(monitor.journal.isMuted('one', 'p'), false);
    await monitor.journal.mute({ connection: 'one', project: 'p', until: undefined });
    assert.equal(monitor.journal.isMuted('one', 'p'), true);
  });
});
