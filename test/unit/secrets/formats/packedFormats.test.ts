import assert from 'node:assert/strict';
import {
  formatKeywords,
  formatOfKeyword,
  namedFormats,
  packFormats,
} from '../../../../src/secrets/formats/packedFormats.ts';
import { packed } from '../../../../src/secrets/formats/packedFormats.data.ts';
import type { Format } from '../../../../src/secrets/formats/formatRule.ts';
import { formatRules } from '../../../../src/secrets/rules/formatRules.ts';

describe('packed formats', () => {
  it('are up to date with the rules (otherwise run scripts/packFormats.ts)', () =>
    assert.deepEqual(packed, packFormats(formatRules)));

  it('are unpacked without a change, and found by each of their keywords', () => {
    // As text, because a pattern that has matched remembers its place.
    const used = ({ id, near, back, skip, check, pattern }: Format) =>
      ({ id, near, back, skip, check, pattern: String(pattern) }) as const;
    const named = formatRules.filter(({ keywords }) => keywords === undefined);
    assert.deepEqual(namedFormats().map(used), named.map(used));
    assert.deepEqual(
      formatKeywords.map((keyword, index) => [keyword, used(formatOfKeyword(index) ?? assert.fail(keyword))]),
      formatRules.flatMap((rule) => rule.keywords?.map((keyword) => [keyword, used(rule)]) ?? []),
    );
  });
});
