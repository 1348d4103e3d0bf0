import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { eachKeyword, indexKeywords } from '../../../../src/secrets/keywords/keywordIndex.ts';

/** Every occurrence of every keyword as `index@start`. */
function search(keywords: readonly string[], text: string, isExact = false): string[] {
  const found: string[] = [];
  const index = isExact ? indexKeywords(keywords, []) : indexKeywords([], keywords);
  eachKeyword(index, text, (keyword, start) => found.push(`${keyword}@${start}`));
  return found.sort();
}

function searchNaively(keywords: readonly string[], text: string): string[] {
  const folded = text.toLowerCase();
  return keywords
    .flatMap((keyword, index) =>
      Array.from({ length: text.length }, (_, at) => at)
        .filter((at) => folded.startsWith(keyword, at))
        .map((at) => `${index}@${at}`),
    )
    .sort();
}

describe('eachKeyword', () => {
  it('finds keywords inside and across others, in either case', () =>
    assert.deepEqual(search(['he', 'she', 'his', 'hers'], 'uSHERs'), ['0@2', '1@1', '3@2']));

  it('finds an exact keyword only as it is written', () =>
    assert.deepEqual(search(['SU', 'ghp_'], 'suSU GHP_ghp_', true), ['0@2', '1@9']));

  it('finds a keyword of two characters at the very end', () =>
    assert.deepEqual(search(['pw'], 'pw'), ['0@0']));

  it('finds the same hits as a naive search', () => {
    const letters = fc.constantFrom('a', 'B', 'c', '-', '|', 'é');
    const keyword = fc.string({ unit: fc.constantFrom('a', 'b', '-'), minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(
        fc.array(keyword, { minLength: 1, maxLength: 8 }),
        fc.string({ unit: letters }),
        (keywords, text) => assert.deepEqual(search(keywords, text), searchNaively(keywords, text)),
      ),
    );
  });
});
