import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { printable, printableJson, printableLines } from '../../../src/core/printable.ts';

/** Control, format and separator characters: nothing of a stranger's text may reach a terminal with one of them. */
const active = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

describe('printable text', () => {
  it('shows characters that a terminal acts on as escapes, in one line', () => {
    assert.equal(printable('a\n::error::b\r\t'), String.raw`a\n::error::b\r\t`);
    assert.equal(printable('\u001B]0;title\u0007'), String.raw`\u001b]0;title\u0007`);
    assert.equal(
      printable('\u009B2K\u2028\u202Eexe.ts\u{E0041}'),
      String.raw`\u009b2K\u2028\u202eexe.ts\u{e0041}`,
    );
  });

  it('leaves letters of every script, punctuation and emoji as they are', () => {
    for (const text of ['Straße 7/«x».ts', '日本語', 'עברית', '😀', String.raw`C:\a b`])
      assert.equal(printable(text), text);
  });

  it('contains no active control character, whatever the text is [R10]', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.doesNotMatch(printable(text), active);
        assert.doesNotMatch(printableJson([text]), active);
        assert.doesNotMatch(printableLines(text).replaceAll(/[\n\t]/g, ''), active);
      }),
    ));

  it('keeps line ends and the colours of the command line in text of several lines', () => {
    const text = '\u001B[1mbold\u001B[22m\n\t\u001B[31mred\u001B[39m';
    assert.equal(printableLines(`${text}\u001B[8mhidden`), String.raw`${text}\u001b[8mhidden`);
  });

  it('keeps the value of JSON', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) =>
        assert.equal(JSON.parse(printableJson(text)), text),
      ),
    ));
});
