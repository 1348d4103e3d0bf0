import assert from 'node:assert/strict';
import { Scanning, scan } from '../../../src/secrets/scan.ts';
import { assertLinear } from '../../support/growth.ts';
import { hostileTexts } from './hostileTexts.ts';

describe('the time of a scan', () => {
  before(() => {
    // Compiles what all of them use.
    for (const make of Object.values(hostileTexts)) scan(make(4096), { path: 'x.yaml' });
  });

  for (const [name, make] of Object.entries(hostileTexts))
    it(`grows with the length of the text, and not with its square: ${JSON.stringify(name)} [R8]`, () => {
      const texts = new Map([64 * 1024, 1024 * 1024].map((length) => [length, make(length)]));
      assertLinear((length) => scan(texts.get(length) ?? '', { path: 'x.yaml' }), 64 * 1024, 1024 * 1024);
    });
});

describe('a scan in slices', () =>
  it('finds what a scan at once finds, wherever the slices end', () => {
    const names = ['findings', 'findAllowPrev', 'connstr', 'pemlines', 'jwt', 'urlpw', 'mixkw', 'mix2', 'a'];
    for (const name of names) {
      const text = `${hostileTexts[name]?.(4096) ?? ''}\npwd: "Xk29fjQz81Lm"`;
      const expected = scan(text, { path: 'x.yaml' });
      assert.ok(expected.findings.length > 0);
      for (const length of [1, 2, 3, 7, 100, 4095, 1e6]) {
        const scanning = new Scanning(text, { path: 'x.yaml' });
        while (!scanning.advance(length));
        assert.deepEqual(scanning.result(), expected, `${name} in slices of ${length}`);
      }
    }
  }));
