import assert from 'node:assert/strict';
import {
  connectionOf,
  emptyJournal,
  type ConnectionRecord,
  type Journal,
} from '../../../../../src/core/gate/journal/journal.ts';
import {
  beginPoll,
  bumpEpoch,
  recordEnd,
  recordEvents,
  recordProjects,
  resetBackoff,
  resetWhenTargetChanged,
} from '../../../../../src/core/gate/poll/pollResult.ts';
import { changeRecord } from '../../../../support/changeRecord.ts';
import { fieldOf } from '../../../../support/lists.ts';

function of(journal: Journal): ConnectionRecord {
  const record = connectionOf(journal, 'c');
  assert.ok(record);
  return record;
}

describe('the end of a poll in the journal', () => {
  it('keeps the time of the last success and of the first of equal failures, and counts failures', () => {
    let journal = recordEnd(emptyJournal, 'c', { nextIn: 60 }, 100);
    assert.deepEqual(of(journal).poll, {
      lastSuccess: 100,
      failures: 0,
      failure: undefined,
      nextPollAt: 160,
      nextPollIn: 60,
      eventsRefused: undefined,
    });
    journal = recordEnd(journal, 'c', { pollError: 'timeout' }, 200);
    journal = recordEnd(journal, 'c', { pollError: 'timeout' }, 300);
    const { lastSuccess, failures, failure, nextPollAt } = of(journal).poll;
    assert.deepEqual(
      [lastSuccess, failures, failure, nextPollAt],
      [100, 2, { code: 'timeout', since: 200 }, undefined],
    );
    journal = recordEnd(journal, 'c', { pollError: 'unauthorized' }, 400);
    assert.deepEqual(of(journal).poll.failure, { code: 'unauthorized', since: 400 });
  });

  it('keeps the failure when the back-off is reset, until a poll succeeds', () => {
    let journal = recordEnd(emptyJournal, 'c', { pollError: 'timeout' }, 200);
    journal = resetBackoff(journal, 'c');
    assert.deepEqual([of(journal).poll.failures, of(journal).poll.failure?.code], [0, 'timeout']);
    journal = recordEnd(journal, 'c', {}, 300);
    assert.equal(of(journal).poll.failure, undefined);
  });
});

describe('a new address of a connection', () => {
  const known = recordProjects(
    beginPoll(bumpEpoch(resetWhenTargetChanged(emptyJournal, 'c', 'https://a'), 'c', 7), 'c'),
    'c',
    [{ key: 'p', name: 'P' }],
  );

  it('removes what is known of the gates and pending changes of this connection, and keeps names and all others', () => {
    const shown = { as: 'toast', at: 5 } as const;
    const changes = [
      changeRecord(1),
      changeRecord(2, { outcome: shown }),
      changeRecord(3, { connection: 'other' }),
    ];
    const journal = resetWhenTargetChanged({ ...known, changes }, 'c', 'https://b');
    assert.deepEqual(fieldOf(journal.changes, 'id'), [2, 3]);
    const { target, projects, epoch, turn } = of(journal);
    assert.deepEqual(
      [target, projects, epoch, turn],
      ['https://b', [{ key: 'p', name: 'P', events: [] }], 7, 1],
    );
  });

  it('changes nothing when it is the same', () =>
    assert.equal(resetWhenTargetChanged(known, 'c', 'https://a'), known));
});

describe('an epoch', () =>
  it('only rises', () => {
    const journal = bumpEpoch(emptyJournal, 'c', 3);
    assert.equal(of(journal).epoch, 3);
    assert.equal(of(bumpEpoch(journal, 'c', 2)).epoch, 3);
    assert.equal(of(bumpEpoch(journal, 'c', 4)).epoch, 4);
  }));

describe('what is known of projects', () => {
  const seen = (journal: Journal) => of(journal).projects[0];
  const first = recordProjects(emptyJournal, 'c', [{ key: 'p', name: 'P', cursor: 5, events: ['a'] }]);

  it('grows: the date of events moves only forward, a name and events stay until they are replaced', () => {
    assert.deepEqual(seen(first), { key: 'p', name: 'P', cursor: 5, events: ['a'] });
    const second = recordProjects(first, 'c', [{ key: 'p', cursor: 4, events: ['a', 'b'] }]);
    assert.deepEqual(seen(second), { key: 'p', name: 'P', cursor: 5, events: ['a', 'b'] });
    const third = recordProjects(second, 'c', [{ key: 'p', name: 'Q', cursor: 6 }]);
    assert.deepEqual(seen(third), { key: 'p', name: 'Q', cursor: 6, events: ['a', 'b'] });
  });

  it('stays the same object when an answer has nothing new', () => {
    const again = recordProjects(first, 'c', [{ key: 'p', name: 'P', cursor: 5, events: ['a'] }]);
    assert.equal(of(again), of(first));
  });

  it('keeps the newest 32 events of a project', () => {
    const events = Array.from({ length: 40 }, (_, index) => `${index}`);
    const journal = recordProjects(first, 'c', [{ key: 'p', events }]);
    assert.deepEqual(seen(journal)?.events, events.slice(8));
  });
});

describe('a refusal of events', () =>
  it('has the time of the last one, and ends when the platform gives events', () => {
    let journal = recordEvents(emptyJournal, 'c', 'forbidden', 1);
    journal = recordEvents(journal, 'c', 'forbidden', 3);
    assert.deepEqual(of(journal).poll.eventsRefused, { code: 'forbidden', since: 3 });
    assert.equal(of(recordEvents(journal, 'c', undefined, 4)).poll.eventsRefused, undefined);
  }));
