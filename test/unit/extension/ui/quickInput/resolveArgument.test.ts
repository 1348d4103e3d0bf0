import assert from 'node:assert/strict';
import { resolveArgument } from '../../../../../src/extension/ui/quickInput/resolveArgument.ts';

describe('what a command is about', () => {
  const isB = (text: string): boolean => text === 'b';

  it('is what the caller named', () => {
    assert.equal(resolveArgument(['a', 'b', 'c'], isB), 'b');
  });

  it('is the only one there is, where nothing was named', () => {
    assert.equal(resolveArgument(['a'], undefined), 'a');
    assert.equal(resolveArgument(['a', 'b'], undefined), undefined);
    const nothing: string[] = [];
    assert.equal(resolveArgument(nothing, undefined), undefined);
  });

  it('is never replaced by another one, not even by the only one', () => {
    assert.equal(resolveArgument(['a'], isB), undefined);
  });
});
