import assert from 'node:assert/strict';
import { Failure } from '../../../../../src/core/failures.ts';
import { emptyJournal, type Journal } from '../../../../../src/core/gate/journal/journal.ts';
import { JournalStore, type JournalFile } from '../../../../../src/core/gate/journal/journalStore.ts';
import { observe } from '../../../../../src/core/gate/journal/observe.ts';
import { Disk } from '../../../../simulation/disk.ts';
import { Process } from '../../../../simulation/process.ts';
import { settle, VirtualClock } from '../../../../simulation/virtualClock.ts';
import { CollectingLog } from '../../../../support/collectingLog.ts';

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
