import assert from 'node:assert/strict';
import { resolveArgument } from '../../../../../src/extension/ui/quickInput/resolveArgument.ts';

describe('the target of a command', () => {
  const isB = (text: string): boolean => text === 'b';

  it('is the one that the caller named', () => assert.equal(resolveArgument(['a', 'b', 'c'], isB), 'b'));

  it('is the only candidate if the caller named none', () => {
    assert.equal(resolveArgument(['a'], undefined), 'a');
    assert.equal(resolveArgument(['a', 'b'], undefined), undefined);
    const nothing: string[] = [];
    assert.equal(resolveArgument(nothing, undefined), undefined);
  });

  it('is undefined if the named one does not exist, even with one candidate', () =>
    assert.equal(resolveArgument(['a'], isB), undefined));
});
