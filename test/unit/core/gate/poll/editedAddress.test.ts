import assert from 'node:assert/strict';
import { createMonitoredWindow, serverConnection } from '../../../../simulation/monitoredWindow.ts';
import { Disk } from '../../../../simulation/disk.ts';
import { connection, minute, startMonitor } from '../startMonitor.ts';

describe('GateMonitor, after the user has edited the address of a connection', () =>
  it('keeps the history, the mutes and the names', async () => {
    const disk = new Disk();
    const { clock, http, platform, monitor } = await startMonitor({ disk });
    platform.changeIssue('p', 'ERROR');
    await clock.advance(2 * minute);
    await monitor.journal.mute({ connection: 'one', project: 'p', until: undefined });
    monitor.dispose();
    const { monitor: after } = createMonitoredWindow({ clock, http, disk });
    const moved = serverConnection(connection.uuid, { serverUrl: 'https://moved.test' });
    after.watch([{ connection: moved, project: 'p' }]);
    await after.start();
    await clock.advance(2 * minute);
    assert.deepEqual(
      after.journal.changes().map(({ to, outcome }) => [to, outcome?.as]),
      [['ERROR', 'toast']],
    );
    assert.equal(after.journal.isMuted('one', 'p'), true);
    assert.equal(after.journal.nameOf('one', 'p'), 'Name of p');
    after.dispose();
  }));
