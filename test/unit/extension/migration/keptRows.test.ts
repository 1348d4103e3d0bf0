import assert from 'node:assert/strict';
import { KeptRows } from '../../../../src/extension/migration/keptRows.ts';
import { memento } from '../../../support/memento.ts';
import { fieldOf } from '../../../support/lists.ts';

const row = (uuid: string, result = 'Moved') => ({ uuid, place: 'User settings', result });

describe('rows of the migration report', () => {
  it('outlive the window, in the order in which the connections moved', async () => {
    const memory = memento();
    await new KeptRows(memory).keep([row('a'), row('b')]);
    await new KeptRows(memory).keep([row('c')]);
    assert.deepEqual(fieldOf(new KeptRows(memory).list(), 'uuid'), ['a', 'b', 'c']);
  });

  it('have the newest result of a connection that was moved again', async () => {
    const rows = new KeptRows(memento());
    await rows.keep([row('a'), row('b')]);
    await rows.keep([row('a', 'Moved again')]);
    assert.deepEqual(rows.list(), [row('a', 'Moved again'), row('b')]);
  });

  it('are bounded in number: the newest stay', async () => {
    const rows = new KeptRows(memento());
    await rows.keep(Array.from({ length: 250 }, (_, n) => row(`${n}`)));
    assert.equal(rows.list().length, 200);
    assert.equal(rows.list().at(-1)?.uuid, '249');
  });

  it('are empty if the stored value is malformed', async () => {
    const memory = memento();
    await memory.update('migration.moved', 'x');
    assert.deepEqual(new KeptRows(memory).list(), []);
  });
});
