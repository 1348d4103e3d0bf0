import assert from 'node:assert/strict';
import { decodeText } from '../../../../src/cli/analyze/textEncoding.ts';

const text = 'password = "naïve"\n';
const utf16be = (plain: string): Buffer => Buffer.from(plain, 'utf16le').swap16();

describe('decodeText', () => {
  it('reads UTF-8, with and without its mark', () => {
    assert.equal(decodeText(Buffer.from(text)), text);
    assert.equal(decodeText(Buffer.from(`\u{FEFF}${text}`)), text);
  });

  it('reads UTF-16 in both orders, with and without its mark', () => {
    assert.equal(decodeText(Buffer.from(`\u{FEFF}${text}`, 'utf16le')), text);
    assert.equal(decodeText(utf16be(`\u{FEFF}${text}`)), text);
    assert.equal(decodeText(Buffer.from(text, 'utf16le')), text);
    assert.equal(decodeText(utf16be(text)), text);
  });

  it('reads bytes that are not UTF-8 as Latin-1', () =>
    assert.equal(decodeText(Buffer.from(text, 'latin1')), text));

  it('refuses bytes that are not text', () => {
    assert.equal(decodeText(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0])), undefined);
    assert.equal(decodeText(Buffer.from(Array.from({ length: 400 }, (_, i) => (i % 7) + 1))), undefined);
  });

  it('reads an empty file as an empty text', () => assert.equal(decodeText(Buffer.alloc(0)), ''));
});
