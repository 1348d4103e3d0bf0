import assert from 'node:assert/strict';
import { wasPrompted } from '../../../../src/extension/migration/wasPrompted.ts';
import { memento } from '../../../support/memento.ts';

describe('questions of the migration', () => {
  const about = (...entries: readonly string[]) => ({
    kind: 'inWorkspace' as const,
    keys: entries,
    entries,
    hasToken: false,
  });

  it('cause one question about the same entries of workspace files', async () => {
    const memory = { global: memento(), workspace: memento() };
    assert.equal(await wasPrompted(about('a', 'b'), memory), false);
    assert.equal(await wasPrompted(about('a', 'b'), memory), true);
    assert.equal(await wasPrompted(about('b'), memory), true);
  });

  it('cause another question when another entry has replaced one of them', async () => {
    const memory = { global: memento(), workspace: memento() };
    assert.equal(await wasPrompted(about('a', 'b'), memory), false);
    assert.equal(await wasPrompted(about('a', 'c'), memory), false);
    assert.equal(await wasPrompted(about('a', 'c'), memory), true);
  });

  it('cause one question about each stored token that differs', async () => {
    const memory = { global: memento(), workspace: memento() };
    const differs = (name: string) => ({ kind: 'tokenDiffers' as const, key: 'k', name });
    assert.equal(await wasPrompted(differs('one'), memory), false);
    assert.equal(await wasPrompted(differs('two'), memory), false);
    assert.equal(await wasPrompted(differs('one'), memory), true);
  });
});
