import assert from 'node:assert/strict';
import { itemOf, rowsBelow, type HistoryEntry } from '../../src/extension/gates/historyItems.ts';
import { changeRecord } from '../support/changeRecord.ts';

const entryAt = (at: number, id: number): HistoryEntry => ({
  ...changeRecord(id, { at }),
  projectName: undefined,
  branch: undefined,
  outcome: undefined,
});

describe('the history of gates', () => {
  it('has a row for each day, with the changes of the day', () => {
    const at = (...time: [day: number, hour: number]) => new Date(2026, 2, ...time).getTime();
    const times = [at(2, 9), at(2, 0), at(1, 23), new Date(2026, 1, 27, 12).getTime()];
    const days = rowsBelow(undefined, times.map(entryAt));
    const now = new Date(2026, 2, 2, 10);
    assert.deepEqual(
      days.map((day) => [itemOf(day, now).label, rowsBelow(day, []).map((row) => itemOf(row).id)]),
      [
        ['Today', ['0', '1']],
        ['Yesterday', ['2']],
        ['Feb 27, 2026', ['3']],
      ],
    );
  });
});
