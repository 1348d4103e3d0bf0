import assert from 'node:assert/strict';
import {
  emptyJournal,
  type ChangeRecord,
  type Journal,
} from '../../../../../src/core/gate/journal/journal.ts';
import { limits, prune } from '../../../../../src/core/gate/journal/journalStore.ts';
import { changeRecord } from '../../../../support/changeRecord.ts';
import { fieldOf } from '../../../../support/lists.ts';

const now = 1_000 * limits.historyMs;

const change = (id: number, endedAt?: number): ChangeRecord =>
  changeRecord(id, endedAt === undefined ? {} : { outcome: { as: 'toast', at: endedAt } });
const withChanges = (changes: ChangeRecord[]): Journal => ({ ...emptyJournal, changes });
const ids = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const left = (journal: Journal): number[] => prune(journal, now).changes.map(({ id }) => id);

describe('the limits of the journal', () => {
  it('remove ended changes after 30 days, and pending ones at no age', () => {
    const oldest = now - limits.historyMs;
    assert.deepEqual(left(withChanges([change(0, oldest - 1), change(1, oldest), change(2)])), [1, 2]);
  });

  it('keep the last 500 ended changes, and all pending ones beside them', () => {
    const ended = ids(limits.history + 2).map((id) => change(id, now));
    assert.deepEqual(left(withChanges([change(-1), ...ended])), [-1, ...ids(limits.history + 2).slice(2)]);
  });

  it('keep the last 1,000 pending changes, and all ended ones beside them', () => {
    const open = ids(limits.open + 2).map((id) => change(id));
    assert.deepEqual(left(withChanges([change(-1, now), ...open])), [-1, ...ids(limits.open + 2).slice(2)]);
  });

  it('remove mutes that are over, and keep the last 500 others', () => {
    const mute = (project: string, until?: number) => ({ connection: 'c', project, at: 0, until });
    const some = { ...emptyJournal, mutes: [mute('over', now), mute('on', now + 1), mute('always')] };
    assert.deepEqual(fieldOf(prune(some, now).mutes, 'project'), ['on', 'always']);
    const many = { ...emptyJournal, mutes: ids(limits.mutes + 1).map((id) => mute(`${id}`)) };
    assert.deepEqual(
      prune(many, now).mutes.map(({ project }) => project),
      ids(limits.mutes + 1)
        .slice(1)
        .map(String),
    );
  });

  for (const part of ['gates', 'hidden', 'projects'] as const)
    it(`keep the last 5,000 ${part} of a connection`, () => {
      const gates = ids(limits.gates + 1).map((id) => ({
        project: `${id}`,
        status: 'OK',
        since: 0,
        source: 'poll' as const,
        revision: 0,
      }));
      const hidden = gates.map(({ project }) => ({ project, code: 'notFound' as const, at: 0 }));
      const projects = gates.map(({ project }) => ({ key: project, events: [] }));
      const lists = { gates: gates.slice(1), hidden: hidden.slice(1), projects: projects.slice(1) };
      const record = { uuid: 'c', target: '', epoch: 0, turn: 0, poll: { failures: 0 } };
      const full = { ...emptyJournal, connections: [{ ...record, ...lists }] };
      assert.equal(prune(full, now), full);
      const over = { ...record, ...lists, [part]: { gates, hidden, projects }[part] };
      assert.deepEqual(prune({ ...emptyJournal, connections: [over] }, now).connections, full.connections);
    });

  it('leave a journal within them as it is', () => {
    const journal = withChanges([...ids(3).map((id) => change(id, now)), change(3)]);
    assert.equal(prune(journal, now), journal);
  });
});
