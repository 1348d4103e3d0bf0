import assert from 'node:assert/strict';
import { packFormats, unpackFormats } from '../../../src/secrets/packedFormats.ts';
import { packed } from '../../../src/secrets/packedFormats.data.ts';
import { formatRules } from '../../../src/secrets/rules/formatRules.ts';

describe('packed formats', () => {
  it('are up to date with the rules (otherwise run scripts/secrets/packFormats.ts)', () => {
    assert.ok(packed === packFormats(formatRules));
  });

  it('are unpacked without a change', () => {
    const unpacked = unpackFormats(packFormats(formatRules));
    assert.equal(packFormats(unpacked), packFormats(formatRules));
    unpacked.forEach(({ pattern, near }, index) => {
      assert.deepEqual(pattern, formatRules[index]?.pattern);
      assert.deepEqual(near, formatRules[index]?.near);
    });
  });
});
