import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { maskSecret } from '../../../src/secrets/finding.ts';

describe('maskSecret', () => {
  it('shows the first characters of a long secret and none of a short one', () => {
    assert.equal(maskSecret('hunter2'), '*******');
    assert.match(maskSecret(`squ_${'0'.repeat(40)}`), /^squ_\*+$/);
  });

  it('never shows more than an eighth, nor more than four characters', () =>
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (secret) => {
        const shown = maskSecret(secret).replace(/\*+$/, '');
        return shown.length <= Math.min(4, secret.length / 8);
      }),
    ));
});
