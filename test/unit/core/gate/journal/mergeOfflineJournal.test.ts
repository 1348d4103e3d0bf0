import assert from 'node:assert/strict';
import { mergeOfflineJournal } from '../../../../../src/core/gate/journal/mergeOfflineJournal.ts';
import {
  emptyJournal,
  type ConnectionRecord,
  type GateRecord,
  type Journal,
} from '../../../../../src/core/gate/journal/journal.ts';
import { changeRecord } from '../../../../support/changeRecord.ts';
import { fieldOf } from '../../../../support/lists.ts';

const base = 10;
const outage = { base, led: new Set(['c']) };
const delivered = { as: 'toast', at: 5 } as const;

const gate = (project: string, revision: number, more: Partial<GateRecord> = {}): GateRecord => ({
  project,
  status: 'OK',
  since: 0,
  source: 'poll',
  revision,
  issuesAt: undefined,
  ...more,
});

const record = (gates: readonly GateRecord[], more: Partial<ConnectionRecord> = {}): ConnectionRecord => ({
  uuid: 'c',
  target: '',
  epoch: 1,
  turn: 1,
  poll: { failures: 0 },
  gates: [...gates],
  hidden: [],
  projects: [],
  ...more,
});

const journal = (sequence: number, more: Partial<Journal> = {}): Journal => ({
  ...emptyJournal,
  sequence,
  ...more,
});

describe('mergeOfflineJournal', () => {
  it('gives changes of memory numbers that the disk has not given meanwhile, in their order', () => {
    const disk = journal(13, { changes: [changeRecord(12, { project: 'q' })] });
    const memory = journal(12, { changes: [changeRecord(11), changeRecord(12, { to: 'OK' })] });
    const { changes, sequence } = mergeOfflineJournal(disk, memory, outage);
    assert.deepEqual(
      changes.map(({ id, project, to }) => [id, project, to]),
      [
        [12, 'q', 'ERROR'],
        [14, 'p', 'ERROR'],
        [15, 'p', 'OK'],
      ],
    );
    assert.equal(sequence, 15);
  });

  it('numbers a change of memory beyond what memory has numbered itself, too', () => {
    const memory = journal(20, { changes: [changeRecord(11)] });
    const { changes, sequence } = mergeOfflineJournal(journal(10), memory, outage);
    assert.deepEqual([changes[0]?.id, sequence], [21, 21]);
  });

  it('adds no change of before the outage again, and none of a connection that another window polled', () => {
    const disk = journal(10, { changes: [changeRecord(9)] });
    const memory = journal(12, {
      changes: [changeRecord(9), changeRecord(10), changeRecord(11, { connection: 'other' })],
    });
    assert.deepEqual(fieldOf(mergeOfflineJournal(disk, memory, outage).changes, 'id'), [9]);
  });

  it('keeps connections of the disk that memory does not know or this window did not poll', () => {
    const foreign = record([gate('p', 1)], { uuid: 'other', epoch: 3, turn: 2 });
    const disk = journal(10, { connections: [record([gate('p', 1)]), foreign] });
    const memory = journal(10, { connections: [{ ...foreign, epoch: 9, turn: 1 }] });
    assert.deepEqual(mergeOfflineJournal(disk, memory, outage).connections, disk.connections);
  });

  it('takes a status of memory, numbered like its change, where the disk has none of since the outage', () => {
    const disk = journal(13, { connections: [record([gate('p', 4)])] });
    const memory = journal(11, {
      connections: [record([gate('p', 11, { status: 'ERROR' })])],
      changes: [changeRecord(11)],
    });
    const { connections, changes } = mergeOfflineJournal(disk, memory, outage);
    assert.deepEqual(connections[0]?.gates, [gate('p', 14, { status: 'ERROR' })]);
    assert.equal(changes[0]?.id, 14);
  });

  it('keeps a status that another window wrote during the outage, and one that did not change in memory', () => {
    const stored = [gate('p', 11, { status: 'WARN' }), gate('q', 5, { status: 'WARN' })];
    const disk = journal(11, { connections: [record(stored)] });
    const memory = journal(12, {
      connections: [record([gate('p', 12, { status: 'ERROR' }), gate('q', base, { status: 'ERROR' })])],
    });
    assert.deepEqual(mergeOfflineJournal(disk, memory, outage).connections[0]?.gates, stored);
  });

  const turnAfter = (disk: Journal, ownTurn: number, led: ReadonlySet<string>) => {
    const memory = journal(12, { connections: [record([], { turn: ownTurn })] });
    return mergeOfflineJournal(disk, memory, { base, led }).connections[0]?.turn;
  };

  for (const [whose, led] of [
    ['the leader', outage.led],
    ['another window', new Set<string>()],
  ] as const) {
    const disk = journal(13, { connections: [record([], { turn: 3 })] });
    it(`ends a poll of ${whose} that began under the number of a stored one, and the stored one`, () =>
      assert.equal(turnAfter(disk, 3, led), 4));
  }

  it('ends no stored poll for an earlier one of another window', () => {
    const disk = journal(13, { connections: [record([], { turn: 3 })] });
    assert.equal(turnAfter(disk, 2, new Set()), 3);
  });

  it('ends no poll of the leader if no other window has written', () => {
    const disk = journal(base, { connections: [record([], { turn: 2 })] });
    assert.equal(turnAfter(disk, 3, outage.led), 3);
  });

  it('keeps gates that only the disk has, and the newest issues and epoch of both', () => {
    const disk = journal(10, {
      connections: [
        record([gate('p', 4, { issuesAt: 7 }), gate('q', 5), gate('r', 6, { issuesAt: 3 })], { epoch: 4 }),
      ],
    });
    const memory = journal(10, {
      connections: [record([gate('p', 4, { issuesAt: 6 }), gate('r', 6)], { epoch: 2 })],
    });
    const [adopted] = mergeOfflineJournal(disk, memory, outage).connections;
    assert.equal(adopted?.epoch, 4);
    assert.deepEqual(
      adopted.gates.map(({ project, issuesAt }) => [project, issuesAt]),
      [
        ['p', 7],
        ['r', 3],
        ['q', undefined],
      ],
    );
  });

  it('ends a change from before the outage as memory has notified it', () => {
    const disk = journal(10, { changes: [changeRecord(9), changeRecord(10)] });
    const memory = journal(11, { changes: [changeRecord(9, { outcome: delivered }), changeRecord(10)] });
    const { changes } = mergeOfflineJournal(disk, memory, outage);
    assert.deepEqual(fieldOf(changes, 'outcome'), [delivered, undefined]);
  });

  it('ends a change that another window wrote during the outage if memory has notified the same one last', () => {
    const recapped = { as: 'recap', at: 6 } as const;
    const disk = journal(11, {
      changes: [
        changeRecord(11),
        changeRecord(12, { project: 'q' }),
        changeRecord(13, { to: 'OK' }),
        changeRecord(14, { category: 'newIssues' }),
      ],
    });
    const memory = journal(13, {
      changes: [changeRecord(11, { outcome: delivered }), changeRecord(12, { outcome: recapped })],
    });
    const outcomes = fieldOf(mergeOfflineJournal(disk, memory, outage).changes, 'outcome');
    assert.deepEqual(outcomes.slice(0, 4), [recapped, undefined, undefined, undefined]);
  });

  it('leaves to another window a pending change of a gate whose status that window has written', () => {
    const disk = journal(12, {
      connections: [record([gate('p', 12, { status: 'ERROR' }), gate('q', 5)])],
      changes: [changeRecord(12)],
    });
    const memory = journal(13, {
      connections: [record([gate('p', 11, { status: 'ERROR' }), gate('q', 13, { status: 'ERROR' })])],
      changes: [changeRecord(11), changeRecord(13, { project: 'q' })],
    });
    assert.deepEqual(fieldOf(mergeOfflineJournal(disk, memory, outage).changes, 'project'), ['p', 'q']);
  });

  for (const [what, storedAt, count] of [
    ['leaves to another window new issues that it has found too', 7, 1],
    ['keeps new issues that are newer than those another window has found', 6, 2],
  ] as const)
    it(what, () => {
      const notice = { category: 'newIssues' } as const;
      const disk = journal(12, {
        connections: [record([gate('p', 4, { issuesAt: storedAt })])],
        changes: [changeRecord(12, notice)],
      });
      const memory = journal(11, {
        connections: [record([gate('p', 4, { issuesAt: 7 })])],
        changes: [changeRecord(11, notice)],
      });
      assert.equal(mergeOfflineJournal(disk, memory, outage).changes.length, count);
    });

  it('leaves changes alone that another window has shown or claimed', () => {
    const claim = { token: 't', window: 'w', epoch: 1, at: 1, as: 'toast' } as const;
    const muted = { as: 'muted', at: 1 } as const;
    const disk = journal(10, { changes: [changeRecord(8, { claim }), changeRecord(9, { outcome: muted })] });
    const memory = journal(10, {
      changes: [changeRecord(8, { outcome: delivered }), changeRecord(9, { outcome: delivered })],
    });
    const { changes } = mergeOfflineJournal(disk, memory, outage);
    assert.deepEqual(fieldOf(changes, 'outcome'), [undefined, muted]);
  });
});
