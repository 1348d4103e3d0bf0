import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { LineCounter, lineEnd, lineStart } from '../../../src/secrets/lines.ts';

/** Texts of line ends of all kinds, and little else. */
const texts = fc.string({ unit: fc.constantFrom('a', '\r', '\n', '\r\n', '\u{1F600}'), maxLength: 12 });

describe('lines of a text', () => {
  it('are counted with \\n, \\r\\n and a lone \\r as their ends', () => {
    const text = 'a\nb\r\nc\rd\r\re';
    const lines = new LineCounter(text);
    const places = ['a', 'b', 'c', 'd', 'e'].map((letter) => lines.positionOf(text.indexOf(letter)));
    assert.deepEqual(
      places.map(({ line, column }) => [line, column]),
      [
        [1, 1],
        [2, 1],
        [3, 1],
        [4, 1],
        [6, 1],
      ],
    );
  });

  it('have the number and the column that splitting the text gives', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const lines = new LineCounter(text);
        for (let offset = 0; offset <= text.length; offset++) {
          // Between \r and \n a line has not ended yet.
          const isInsideEnd = text[offset - 1] === '\r' && text[offset] === '\n';
          if (isInsideEnd) continue;
          const before = text.slice(0, offset).split(/\r\n|\r|\n/u);
          const column = (before.at(-1) ?? '').length + 1;
          assert.deepEqual(lines.positionOf(offset), { line: before.length, column });
        }
      }),
    );
  });

  it('begin behind a line end and end before one', () => {
    const text = 'ab\rcd\nef\r\ngh';
    for (const line of ['ab', 'cd', 'ef', 'gh']) {
      const at = text.indexOf(line) + 1;
      assert.equal(text.slice(lineStart(text, at), lineEnd(text, at)), line);
    }
  });
});
