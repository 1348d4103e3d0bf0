import assert from 'node:assert/strict';
import { visibleJson } from '../../../src/core/visibleContent.ts';

describe('visibleJson', () => {
  for (const [what, hidden] of [
    ['tags', String.fromCodePoint(0xe0069, 0xe0067)],
    ['bytes in variation selectors', String.fromCodePoint(0xe0162, 0xe0165, 0xfe05)],
    ['an override of the direction', '\u202E'],
    ['a control sequence', '\u001B[2J'],
  ] as const)
    it(`shows ${what} in names and values, at any depth [R13]`, () => {
      const json = visibleJson({ [`a${hidden}`]: [{ message: `b${hidden}` }] });
      assert.match(json, /^[\x20-\x7e]+$/);
      assert.match(JSON.stringify(JSON.parse(json)), /"a.*"message":"b/);
    });

  it('keeps emoji and letters of any script', () => {
    const text = 'é 日本 👩‍💻 ❤️';
    assert.deepEqual(JSON.parse(visibleJson({ text })), { text });
  });
});
