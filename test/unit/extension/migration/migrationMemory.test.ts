import assert from 'node:assert/strict';
import { keepRows, keptRows, wasPrompted } from '../../../../src/extension/migration/migrationMemory.ts';
import { memento } from '../../../support/memento.ts';

const row = (uuid: string, result = 'Moved') => ({ uuid, place: 'User settings', result });

describe('rows of the migration report', () => {
  it('outlive the window, in the order in which the connections moved, with the newest result of each', async () => {
    const memory = memento();
    await keepRows([row('a'), row('b')], memory);
    await keepRows([row('c'), row('a', 'Moved again')], memory);
    assert.deepEqual(keptRows(memory), [row('a', 'Moved again'), row('b'), row('c')]);
  });

  it('are bounded in number: the newest stay', async () => {
    const memory = memento();
    await keepRows(
      Array.from({ length: 250 }, (_, n) => row(`${n}`)),
      memory,
    );
    assert.equal(keptRows(memory).length, 200);
    assert.equal(keptRows(memory).at(-1)?.uuid, '249');
  });

  it('are empty if the stored value is malformed', async () => {
    const memory = memento();
    await memory.update('migration.moved', 'x');
    assert.deepEqual(keptRows(memory), []);
  });
});

describe('questions of the migration', () => {
  const about = (...entries: readonly string[]) => ({
    kind: 'inWorkspace' as const,
    keys: entries,
    entries,
    hasToken: false,
  });

  let memory: Parameters<typeof wasPrompted>[1];
  beforeEach(() => {
    memory = { global: memento(), workspace: memento() };
  });

  it('cause one question about the same entries of workspace files, and another about another entry', async () => {
    assert.equal(await wasPrompted(about('a', 'b'), memory), false);
    assert.equal(await wasPrompted(about('a', 'b'), memory), true);
    assert.equal(await wasPrompted(about('b'), memory), true);
    assert.equal(await wasPrompted(about('a', 'c'), memory), false);
    assert.equal(await wasPrompted(about('a', 'c'), memory), true);
  });

  it('cause one question about each stored token that differs', async () => {
    const differs = (name: string) => ({ kind: 'tokenDiffers' as const, key: 'k', name });
    assert.equal(await wasPrompted(differs('one'), memory), false);
    assert.equal(await wasPrompted(differs('two'), memory), false);
    assert.equal(await wasPrompted(differs('one'), memory), true);
  });
});
