import assert from 'node:assert/strict';
import {
  emptyJournal,
  journalSchema,
  type ChangeRecord,
  type Journal,
} from '../../../../../src/core/gate/journal/journal.ts';
import { notificationOf } from '../../../../../src/core/gate/notify/gateNotification.ts';
import { recordProjects } from '../../../../../src/core/gate/poll/pollResult.ts';
import { acknowledge, claim, claimedBy, claimLeaseMs } from '../../../../../src/core/gate/notify/claims.ts';
import { fieldOf } from '../../../../support/lists.ts';

function change(id: number, more: Partial<ChangeRecord> = {}): ChangeRecord {
  return { id, connection: 'c', project: `p${id}`, from: 'OK', to: 'ERROR', at: id, source: 'poll', ...more };
}

function journalOf(...changes: ChangeRecord[]): Journal {
  return { ...emptyJournal, sequence: changes.length, changes };
}

const first = { token: 'first', window: 'one', now: 1000, isMine: () => true };
const second = { token: 'second', window: 'two', now: 1001, isMine: () => true };

describe('claim', () => {
  it('returns one new change as a toast', () => {
    const claimed = claimedBy(claim(journalOf(change(1)), first), 'first');
    assert.equal(claimed?.as, 'toast');
    assert.deepEqual(fieldOf(claimed.changes, 'id'), [1]);
  });

  it('returns several new changes as one recap, oldest first', () => {
    const claimed = claimedBy(claim(journalOf(change(1), change(2)), first), 'first');
    assert.equal(claimed?.as, 'recap');
    assert.deepEqual(fieldOf(claimed.changes, 'id'), [1, 2]);
  });

  it('returns no change that another window has claimed', () => {
    const journal = claim(journalOf(change(1)), first);
    assert.equal(claim(journal, second), journal);
    assert.equal(claimedBy(journal, 'second'), undefined);
  });

  it('claims gates before new issues, and only changes for this window', () => {
    const journal = journalOf(change(1, { category: 'newIssues' }), change(2), change(3));
    const claimed = claim(journal, { ...first, isMine: ({ id }) => id !== 3 });
    assert.deepEqual(
      claimed.changes.map((item) => item.claim?.token),
      [undefined, 'first', undefined],
    );
    const issues = claim(claimed, { ...second, isMine: ({ id }) => id === 1 });
    assert.deepEqual(
      issues.changes.map((item) => item.claim?.token),
      ['second', 'first', undefined],
    );
  });

  it('leaves a change to others while an earlier one of its gate is open and not for this window', () => {
    const claimedIds = (...changes: ChangeRecord[]) => {
      const taken = claim(journalOf(...changes), { ...first, isMine: ({ id }) => id === 1 });
      return claim(taken, { ...second, isMine: () => true })
        .changes.filter((item) => item.claim?.token === 'second')
        .map(({ id }) => id);
    };
    const later = change(2, { project: 'p1', from: 'ERROR', to: 'OK' });
    assert.deepEqual(claimedIds(change(1), later), []);
    assert.deepEqual(claimedIds(change(1), { ...later, branch: 'b' }), [2]);
    assert.deepEqual(claimedIds(change(1), { ...later, connection: 'd' }), [2]);
    assert.deepEqual(claimedIds(change(1), { ...later, category: 'newIssues' }), [2]);
    assert.deepEqual(claimedIds(change(1), change(2)), [2]);
  });

  it('takes an earlier change although a later one of its gate is not for this window', () => {
    const journal = journalOf(change(1), change(2, { project: 'p1', from: 'ERROR', to: 'OK' }));
    const claimed = claim(journal, { ...first, isMine: ({ id }) => id === 1 });
    assert.deepEqual(
      claimed.changes.map((item) => item.claim?.token),
      ['first', undefined],
    );
  });

  it('holds until its lifetime is over, to the millisecond', () => {
    const journal = claim(journalOf(change(1)), first);
    assert.equal(claim(journal, { ...second, now: first.now + 29_999 }), journal);
    assert.notEqual(claim(journal, { ...second, now: first.now + 30_000 }), journal);
  });

  it('repeats an unacknowledged claim in a summary, never as a toast', () => {
    const later = { ...second, now: first.now + claimLeaseMs };
    assert.equal(claimedBy(claim(claim(journalOf(change(1)), first), later), 'second')?.as, 'recap');
  });

  it('takes a claim from the future for expired: the clock has jumped', () => {
    const earlier = { ...second, now: first.now - claimLeaseMs };
    assert.equal(claimedBy(claim(claim(journalOf(change(1)), first), earlier), 'second')?.as, 'recap');
  });

  it('does not claim an acknowledged change again', () => {
    const delivered = acknowledge(claim(journalOf(change(1)), first), 'first', 1002);
    assert.deepEqual(delivered.changes[0]?.outcome, { as: 'toast', at: 1002 });
    assert.equal(claim(delivered, { ...second, now: 1_000_000 }), delivered);
  });

  it('records the epoch of the connection in the claim', () => {
    const connections = [
      {
        uuid: 'c',
        target: '',
        epoch: 7,
        turn: 0,
        poll: { failures: 0 },
        gates: [],
        hidden: [],
        projects: [],
      },
    ];
    assert.equal(claim({ ...journalOf(change(1)), connections }, first).changes[0]?.claim?.epoch, 7);
    assert.equal(claim(journalOf(change(1)), first).changes[0]?.claim?.epoch, 0);
  });
});

describe('acknowledge', () => {
  it('ends what its attempt has claimed, and nothing else', () => {
    const journal = claim(journalOf(change(1), change(2)), { ...first, isMine: ({ id }) => id === 1 });
    assert.deepEqual(
      acknowledge(journal, 'first', 5).changes.map(({ outcome }) => outcome?.at),
      [5, undefined],
    );
  });

  it('of a claim that another attempt has taken over changes nothing', () => {
    const later = { ...second, now: first.now + claimLeaseMs };
    const journal = claim(claim(journalOf(change(1)), first), later);
    assert.equal(acknowledge(journal, 'first', 2), journal);
  });
});

describe('notificationOf', () =>
  it('names the project and leaves the bookkeeping out', () => {
    const named = recordProjects(journalOf(change(1)), 'c', [{ key: 'p1', name: 'One' }]);
    const claimed = claimedBy(claim(named, first), 'first');
    assert.ok(claimed);
    const notification = notificationOf(named, claimed);
    assert.ok(notification.kind === 'change');
    assert.equal(notification.change.projectName, 'One');
    assert.ok(!('claim' in notification.change));
  }));

describe('journalSchema', () =>
  it('parses the journal that it has written', () => {
    const journal = claim(journalOf(change(1), change(2, { branch: 'b' })), first);
    assert.deepEqual(journalSchema.parse(JSON.parse(JSON.stringify(journal))), journal);
  }));
