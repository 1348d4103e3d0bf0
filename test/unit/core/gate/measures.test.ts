import assert from 'node:assert/strict';
import { measureText } from '../../../../src/core/gate/measures.ts';

describe('measureText', () => {
  it('formats a measure as its type and the language need', () => {
    assert.equal(measureText('3.0', 'RATING', 'en'), 'C');
    assert.equal(measureText('79.96', 'PERCENT', 'en'), '80%');
    assert.equal(measureText('79.94', 'PERCENT', 'de'), '79,9\u00a0%');
    assert.equal(measureText('1234567', 'INT', 'en'), '1,234,567');
    assert.equal(measureText(585, 'WORK_DUR', 'en'), '1 d 1 h 45 min');
    assert.equal(measureText('0', 'WORK_DUR', 'en'), '0 min');
  });

  it('rounds a duration to minutes before it counts hours and days', () => {
    assert.equal(measureText(119.7, 'WORK_DUR', 'en'), '2 h');
    assert.equal(measureText(479.5, 'WORK_DUR', 'en'), '1 d');
    assert.equal(measureText(60.4, 'WORK_DUR', 'en'), '1 h');
  });

  it('returns text unchanged that is not a number or a rating', () => {
    assert.equal(measureText('OK', 'LEVEL', 'en'), 'OK');
    assert.equal(measureText('9', 'RATING', 'en'), '9');
    assert.equal(measureText('', undefined, 'en'), '');
  });
});
