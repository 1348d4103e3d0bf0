import assert from 'node:assert/strict';
import { emptyJournal } from '../../../../../src/core/gate/journal/journal.ts';
import { isMuted, mute, unmute } from '../../../../../src/core/gate/notify/mutes.ts';

const change = { connection: 'c', project: 'p' };

describe('mutes', () => {
  it('silence a connection or one of its projects', () => {
    assert.ok(isMuted(mute(emptyJournal, { connection: 'c', at: 0 }), change, 10));
    assert.ok(isMuted(mute(emptyJournal, { connection: 'c', project: 'p', at: 0 }), change, 10));
    assert.ok(!isMuted(mute(emptyJournal, { connection: 'c', project: 'q', at: 0 }), change, 10));
    assert.ok(!isMuted(mute(emptyJournal, { connection: 'd', at: 0 }), change, 10));
  });

  it('end with their hour, and when the clock goes back before their start', () => {
    const muted = mute(emptyJournal, { connection: 'c', at: 100, until: 200 });
    assert.ok(isMuted(muted, change, 150));
    assert.ok(!isMuted(muted, change, 200));
    assert.ok(!isMuted(muted, change, 99));
  });

  it('can be replaced and removed', () => {
    const muted = mute(mute(emptyJournal, { connection: 'c', at: 1 }), { connection: 'c', at: 2, until: 3 });
    assert.equal(muted.mutes.length, 1);
    assert.deepEqual(unmute(muted, { connection: 'c' }).mutes, []);
  });
});
