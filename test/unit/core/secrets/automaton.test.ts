import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { buildAutomaton } from '../../../../src/core/secrets/automaton.ts';

/** Every occurrence of every keyword as `index@end`. */
function search(keywords: readonly string[], text: string): string[] {
  const { columns, next, firstHit, width, hits } = buildAutomaton(keywords);
  const found: string[] = [];
  let state = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    state = code < 128 ? (next[state + (columns[code] ?? 0)] ?? 0) : 0;
    if (state >= firstHit)
      for (const index of hits[(state - firstHit) / width] ?? []) found.push(`${index}@${i + 1}`);
  }
  return found.sort();
}

function searchNaively(keywords: readonly string[], text: string): string[] {
  const folded = text.toLowerCase();
  return keywords
    .flatMap((keyword, index) =>
      Array.from({ length: text.length }, (_, at) => at)
        .filter((at) => folded.startsWith(keyword, at))
        .map((at) => `${index}@${at + keyword.length}`),
    )
    .sort();
}

describe('buildAutomaton', () => {
  it('finds keywords inside and across others', () => {
    assert.deepEqual(search(['he', 'she', 'his', 'hers'], 'uSHERs'), ['0@4', '1@4', '3@6']);
  });

  it('finds what a naive search finds', () => {
    const letters = fc.constantFrom('a', 'b', 'c', '-', 'é');
    const keyword = fc.string({ unit: fc.constantFrom('a', 'b', '-'), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        fc.array(keyword, { minLength: 1, maxLength: 8 }),
        fc.string({ unit: letters }),
        (keywords, text) => {
          assert.deepEqual(search(keywords, text), searchNaively(keywords, text));
        },
      ),
    );
  });
});
