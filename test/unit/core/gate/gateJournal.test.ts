import assert from 'node:assert/strict';
import { filterHistory } from '../../../../src/core/gate/gateJournal.ts';
import { connection, minute, startMonitor } from './startMonitor.ts';
import { fieldOf } from '../../../support/lists.ts';

describe('the history of gates', () => {
  const change = (uuid: string, project: string, to: string) => ({ connection: uuid, project, to });
  const changes = [change('a', 'p', 'OK'), change('a', 'q', 'ERROR'), change('b', 'p', 'WARN')];

  it('is filtered by result, connection or project', () => {
    assert.deepEqual(filterHistory(changes, { by: 'nothing' }), changes);
    assert.deepEqual(filterHistory(changes, { by: 'result', result: 'passed' }), [changes[0]]);
    assert.deepEqual(filterHistory(changes, { by: 'result', result: 'failed' }), [changes[1], changes[2]]);
    assert.deepEqual(filterHistory(changes, { by: 'connection', connection: 'b' }), [changes[2]]);
    assert.deepEqual(filterHistory(changes, { by: 'project', connection: 'a', project: 'p' }), [changes[0]]);
  });

  it('loses ended changes when it is cleared, and keeps pending changes and statuses', async () => {
    const { clock, platform, delivered, monitor } = await startMonitor({ projects: ['p', 'q'] });
    platform.changeIssue('p', 'ERROR');
    await clock.advance(2 * minute);
    assert.equal(delivered.length, 1);
    platform.changeIssue('q', 'ERROR');
    await Promise.all([monitor.check(), clock.advance(100)]);
    await monitor.journal.clearHistory();
    assert.deepEqual(fieldOf(monitor.journal.changes(), 'project'), ['q']);
    await clock.advance(2 * minute);
    assert.equal(delivered.length, 2);
    assert.equal(monitor.journal.gateOf('one', 'p').gate?.status, 'ERROR');
  });
});

describe('mutes', () =>
  it('silence a connection as a whole, and end by themselves after their time', async () => {
    const { clock, platform, delivered, monitor } = await startMonitor({ projects: ['p'] });
    const until = clock.now() + 60 * minute;
    await monitor.journal.mute({ connection: connection.uuid, until });
    assert.equal(monitor.journal.muteOf(connection.uuid)?.until, until);
    assert.equal(monitor.journal.muteOf(connection.uuid, 'p'), undefined);
    platform.changeIssue('p', 'ERROR');
    await clock.advance(59 * minute);
    assert.deepEqual(delivered, []);
    await clock.advance(2 * minute);
    assert.equal(monitor.journal.muteOf(connection.uuid), undefined);
    platform.changeIssue('p', 'OK');
    await clock.advance(2 * minute);
    assert.equal(delivered.length, 1);
  }));
