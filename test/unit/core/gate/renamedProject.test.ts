import assert from 'node:assert/strict';
import { changeOf, minute, startMonitor } from './startMonitor.ts';
import { fieldOf } from '../../../support/lists.ts';

describe('GateMonitor, after a project was renamed on the platform', () =>
  it('has the new name in the next notification, in the whole history and for the views', async () => {
    const { clock, platform, delivered, monitor } = await startMonitor();
    platform.changeIssue('p', 'ERROR');
    await clock.advance(2 * minute);
    platform.rename('p', 'New name');
    platform.changeIssue('p', 'OK');
    await clock.advance(2 * minute);
    const names = delivered.map((notification) => changeOf(notification).projectName);
    assert.deepEqual(names, ['Name of p', 'New name']);
    assert.deepEqual(fieldOf(monitor.journal.changes(), 'projectName'), ['New name', 'New name']);
    assert.equal(monitor.journal.nameOf('one', 'p'), 'New name');
  }));
