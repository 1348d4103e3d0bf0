import assert from 'node:assert/strict';
import { Failure } from '../../../../../src/core/failures.ts';
import {
  emptyJournal,
  type Journal,
  type ChangeRecord,
} from '../../../../../src/core/gate/journal/journal.ts';
import {
  JournalStore,
  type JournalFile,
  limits,
  prune,
} from '../../../../../src/core/gate/journal/journalStore.ts';
import { observe } from '../../../../../src/core/gate/journal/observe.ts';
import { Disk } from '../../../../simulation/disk.ts';
import { Process } from '../../../../simulation/process.ts';
import { settle, VirtualClock } from '../../../../simulation/virtualClock.ts';
import { CollectingLog } from '../../../../support/collectingLog.ts';
import { changeRecord } from '../../../../support/changeRecord.ts';
import { fieldOf } from '../../../../support/lists.ts';

const clock = new VirtualClock();
const log = new CollectingLog();

function openStore(disk: Disk, wrap: (file: JournalFile) => JournalFile = (file) => file): JournalStore {
  const file = wrap(disk.filesFor(new Process('window', clock)).journal);
  return new JournalStore({ file, clock, log, leads: () => true });
}

function sees(status: string): (journal: Journal) => Journal {
  return (journal) =>
    observe(journal, 'one', [{ connection: 'one', project: 'p', status, at: 1, source: 'poll' }]);
}

function statusIn(journal: Journal): string | undefined {
  return journal.connections[0]?.gates[0]?.status;
}

describe('JournalStore', () => {
  it('keeps a newer journal that it read before its own write was confirmed', async () => {
    const disk = new Disk();
    let end: () => void = () => undefined;
    const late = new Promise<void>((resolve) => (end = resolve));
    const store = openStore(disk, (file) => ({
      ...file,
      update: async (change) => {
        const stored = await file.update(change);
        await late;
        return stored;
      },
    }));
    const writing = store.update(sees('OK'));
    await settle();
    await openStore(disk).update(sees('ERROR'));
    await settle();
    assert.equal(statusIn(store.current), 'ERROR');
    end();
    assert.equal(statusIn(await writing), 'OK');
    assert.equal(statusIn(store.current), 'ERROR');
  });

  it('continues after a change that threw', async () => {
    const disk = new Disk();
    const store = openStore(disk);
    const broken = store.update(() => {
      throw new TypeError('a defect');
    });
    await assert.rejects(broken, TypeError);
    assert.equal(store.storageFailure, undefined);
    await store.update(sees('OK'));
    assert.equal(statusIn(disk.read()), 'OK');
    store.dispose();
  });

  it('passes on the error of a change while the folder of the journal cannot be used', async () => {
    const store = openStore(new Disk(), (file) => ({
      ...file,
      update: () => Promise.reject(new Failure('storage', 'the folder cannot be made')),
    }));
    const broken = store.update(() => {
      throw new TypeError('a defect');
    });
    await assert.rejects(broken, TypeError);
    store.dispose();
  });

  it('stores what it has in memory once the disk works again, even if the first attempt finds the file locked', async () => {
    const disk = new Disk();
    const store = openStore(disk);
    disk.isFull = true;
    await store.update(sees('OK'));
    disk.isFull = false;
    disk.stolenLocks = 3;
    await clock.advance(11_000);
    assert.equal(statusIn(disk.read()), 'OK');
    assert.equal(store.storageFailure, undefined);
    store.dispose();
  });

  it('writes a damaged journal again as soon as it notices the damage, because this may be the last window', async () => {
    const disk = new Disk();
    const store = openStore(disk);
    await store.update(sees('OK'));
    disk.tear();
    await settle();
    assert.equal(statusIn(disk.read()), 'OK');
    assert.equal(store.storageFailure, undefined);
  });

  it('begins empty if a damaged journal is the only copy', async () => {
    const disk = new Disk();
    const gone = openStore(disk);
    await gone.update(sees('OK'));
    gone.dispose();
    disk.tear();
    const store = openStore(disk);
    await store.load();
    assert.deepEqual({ ...disk.read(), sequence: 0 }, emptyJournal);
    assert.equal(store.storageFailure, undefined);
  });

  it('ends, while the disk fails, only changes that no other window can have claimed', async () => {
    const disk = new Disk();
    const store = openStore(disk);
    await store.update(sees('OK'));
    await store.update(sees('ERROR'));
    disk.isFull = true;
    const seeHere = (status: string) =>
      store.update((journal) =>
        observe(
          journal,
          'one',
          [{ connection: 'one', project: 'p', status, at: clock.now(), source: 'poll' }],
          (change) => store.isOutOfReach(change),
        ),
      );
    await seeHere('OK');
    await seeHere('ERROR');
    const outcomes = store.current.changes.map(({ to, outcome }) => [to, outcome?.as]);
    assert.deepEqual(outcomes, [
      ['ERROR', undefined],
      ['OK', 'undone'],
      ['ERROR', 'undone'],
    ]);
    store.dispose();
  });
});

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
