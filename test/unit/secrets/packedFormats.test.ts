import assert from 'node:assert/strict';
import { packFormats, unpackFormats } from '../../../src/secrets/packedFormats.ts';
import { packed } from '../../../src/secrets/packedFormats.data.ts';
import { formatRules } from '../../../src/secrets/rules/formatRules.ts';

describe('packed formats', () => {
  it('are the rules of today (else run scripts/secrets/packFormats.ts)', () => {
    assert.ok(packed === packFormats(formatRules));
  });

  it('come back as they were', () => {
    const unpacked = unpackFormats(packFormats(formatRules));
    assert.equal(packFormats(unpacked), packFormats(formatRules));
    unpacked.forEach(({ pattern, near }, index) => {
      assert.deepEqual(pattern, formatRules[index]?.pattern);
      assert.deepEqual(near, formatRules[index]?.near);
    });
  });
});
