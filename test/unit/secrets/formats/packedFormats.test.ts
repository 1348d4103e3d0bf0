import assert from 'node:assert/strict';
import {
  allFormats,
  formatKeywords,
  formatOfKeyword,
  packFormats,
  unpackFormats,
} from '../../../../src/secrets/formats/packedFormats.ts';
import { packed } from '../../../../src/secrets/formats/packedFormats.data.ts';
import { formatRules } from '../../../../src/secrets/rules/formatRules.ts';

describe('packed formats', () => {
  it('are up to date with the rules (otherwise run scripts/packFormats.ts)', () =>
    assert.deepEqual(packed, packFormats(formatRules)));

  it('are unpacked without a change', () => {
    const unpacked = unpackFormats(packFormats(formatRules));
    assert.deepEqual(packFormats(unpacked), packFormats(formatRules));
    assert.equal(unpacked.length, formatRules.length);
    for (const { id, pattern, near, keywords } of unpacked) {
      const rule = formatRules.find((other) => other.id === id);
      assert.deepEqual(pattern, rule?.pattern);
      assert.deepEqual(near, rule?.near);
      assert.deepEqual(keywords, rule?.keywords);
    }
  });

  it('are found by the index of each of their keywords', () =>
    assert.deepEqual(
      formatKeywords.map((keyword, index) => [keyword, formatOfKeyword(index)?.id]),
      allFormats().flatMap(({ id, keywords = [] }) => keywords.map((keyword) => [keyword, id])),
    ));
});
