import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { toFindings } from '../../../src/secrets/finding.ts';

function maskSecret(secret: string): string {
  const match = { rule: 'x', start: 0, end: secret.length, confidence: 'high', fix: 'revoke' } as const;
  const [finding] = toFindings(secret, [match]);
  return finding?.masked ?? assert.fail();
}

describe('the masked form of a secret in a finding', () => {
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
