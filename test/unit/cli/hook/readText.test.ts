import assert from 'node:assert/strict';
import { findAll } from '../../../../src/cli/hook/engine.ts';
import { decodeFileText } from '../../../../src/cli/hook/readText.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);

describe('decodeFileText', () => {
  it('reads UTF-8, and UTF-16 by its mark', () => {
    assert.equal(decodeFileText(Buffer.from('né')), 'né');
    assert.equal(decodeFileText(Buffer.from('\uFEFFné')), 'né');
    assert.equal(decodeFileText(Buffer.from('\uFEFFné', 'utf16le')), 'né');
    assert.equal(decodeFileText(Buffer.from('\uFEFFné', 'utf16le').swap16()), 'né');
    assert.equal(decodeFileText(bytes()), '');
  });

  it('takes a source that has a zero somewhere', () => {
    assert.equal(decodeFileText(Buffer.from(`const zero = '\0'; // a character like any other`))?.length, 47);
  });

  it('reads pictures byte by byte, so that text in them is scanned', () => {
    const png = Buffer.concat([
      bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0xff),
      Buffer.from('tEXt hello'),
    ]);
    assert.match(decodeFileText(png) ?? '', /tEXt hello$/);
  });

  for (const [what, content] of Object.entries({
    'Latin-1': Buffer.from('né', 'latin1'),
    'UTF-16 without its mark': Buffer.from('token = x', 'utf16le'),
    'UTF-16 that ends in the middle': Buffer.concat([Buffer.from('\uFEFFa', 'utf16le'), bytes(0x41)]),
    'a program': bytes(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0xff),
  }))
    it(`is sure of nothing about ${what}`, () => {
      assert.equal(decodeFileText(content), undefined);
    });
});

describe('the engine of the hooks', () => {
  it('sees a secret between zeros', () => {
    const token = `squ_${'0f1e2d3c4b5a69788796'.repeat(2)}`;
    assert.equal(findAll(`token = "${token}"`, undefined).findings.length, 1);
    assert.equal(findAll(`token = "${token.replaceAll(/(?!^)(?=.)/g, '\0')}"`, undefined).findings.length, 1);
  });
});
