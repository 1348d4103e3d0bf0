import assert from 'node:assert/strict';
import { everyBranch } from '../../../../../src/core/gate/model.ts';
import { changeOf, connection, minute, startMonitor, startTime } from '../startMonitor.ts';

describe('GateMonitor, with branches', () => {
  it('notifies of the branch that is checked out, and not of the main branch', async () => {
    const { clock, platform, delivered, monitor } = await startMonitor();
    platform.setBranch('p', 'feature', 'OK');
    monitor.watch([{ connection, project: 'p', branch: 'feature' }]);
    await clock.advance(2 * minute);
    platform.analyse('p', 'ERROR', startTime + 1000);
    await clock.advance(2 * minute);
    assert.deepEqual(delivered, []);
    platform.setBranch('p', 'feature', 'ERROR');
    await clock.advance(2 * minute);
    const { branch, link, conditions } = changeOf(delivered[0]);
    assert.deepEqual([branch, link], ['feature', 'http://one.test/dashboard?id=p&branch=feature']);
    assert.equal(conditions?.length, 1);
    assert.equal(monitor.journal.gateOf('one', 'p', 'feature').gate?.status, 'ERROR');
  });

  it('uses the main branch if the platform does not have the checked-out branch, or has deleted it', async () => {
    const { clock, platform, delivered, monitor } = await startMonitor();
    monitor.watch([{ connection, project: 'p', branch: 'local' }]);
    await clock.advance(2 * minute);
    platform.changeIssue('p', 'ERROR');
    await clock.advance(2 * minute);
    assert.equal(changeOf(delivered[0]).branch, undefined);
    assert.equal(monitor.journal.gateOf('one', 'p', 'local').gate?.status, 'ERROR');
    platform.setBranch('p', 'local', 'OK');
    await clock.advance(2 * minute);
    assert.equal(monitor.journal.gateOf('one', 'p', 'local').gate?.status, 'OK');
    platform.setBranch('p', 'local', undefined);
    await clock.advance(2 * minute);
    assert.equal(monitor.journal.gateOf('one', 'p', 'local').gate?.status, 'ERROR');
    assert.equal(delivered.length, 1);
  });

  it('treats a checked-out branch with the name of the main branch as the main branch', async () => {
    const { clock, platform, delivered, monitor } = await startMonitor();
    monitor.watch([
      { connection, project: 'p', branch: 'main' },
      { connection, project: 'p' },
    ]);
    platform.changeIssue('p', 'ERROR');
    await clock.advance(2 * minute);
    assert.equal(delivered.length, 1);
    assert.equal(changeOf(delivered[0]).branch, undefined);
  });

  it('notifies of every branch with the setting "all"', async () => {
    const { clock, platform, delivered, monitor } = await startMonitor();
    for (const name of ['x', 'y']) platform.setBranch('p', name, 'OK');
    monitor.watch([{ connection, project: 'p', branch: everyBranch }]);
    await clock.advance(2 * minute);
    for (const name of ['x', 'y']) platform.setBranch('p', name, 'ERROR');
    platform.changeIssue('p', 'ERROR');
    await clock.advance(2 * minute);
    const branches = delivered.flatMap((notification) =>
      notification.kind === 'summary' ? notification.changes.map(({ branch }) => branch) : [],
    );
    assert.deepEqual(new Set(branches), new Set(['x', 'y', undefined]));
  });
});
