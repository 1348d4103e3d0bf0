import assert from 'node:assert/strict';
import { meantOf } from '../../../../../src/extension/ui/quickInput/meant.ts';

describe('what a command is about', () => {
  const isB = (text: string): boolean => text === 'b';

  it('is what the caller named', () => {
    assert.equal(meantOf(['a', 'b', 'c'], isB), 'b');
  });

  it('is the only one there is, where nothing was named', () => {
    assert.equal(meantOf(['a'], undefined), 'a');
    assert.equal(meantOf(['a', 'b'], undefined), undefined);
    const nothing: string[] = [];
    assert.equal(meantOf(nothing, undefined), undefined);
  });

  it('is never another one in the place of one that is gone, not even the only one', () => {
    assert.equal(meantOf(['a'], isB), undefined);
  });
});
