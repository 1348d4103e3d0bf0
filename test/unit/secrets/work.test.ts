import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { Scanning, scan } from '../../../src/secrets/scan.ts';
import { formatRules } from '../../../src/secrets/rules/formatRules.ts';
import { assertLinear } from '../../support/growth.ts';
import { hostileTexts } from './hostileTexts.ts';

/** Characters looked at per character of text, at most, whatever the text. */
const stepsPerCharacter = 160;

const work = (text: string): number => scan(text).steps / Math.max(1, text.length);

/** Pieces at which readers start, and pieces that keep them reading. */
const pieces = [
  ...Array.from('=:"\'\\ \n\t([{}@.-<>,aA0é\u{1F600}'),
  'password',
  'key',
  'token',
  'pass',
  '://',
  'basic ',
  'bearer ',
  '-----BEGIN PRIVATE KEY-----',
  'kty',
  'mysql',
  'curl ',
  'net use ',
  'echo x | sudo -S',
  ':5432:',
  ':thin:',
  'credentials are a / ',
  '\\"',
  '&quot;',
  '%3D',
  'eyJ',
  'AAAA',
  'is ',
  'value',
  '1/',
  'sk-',
  'ghp_',
];

describe('work of the engine', () => {
  it('stays linear on a piece repeated for ever', () => {
    for (const piece of [...pieces, ...formatRules.flatMap(({ keywords }) => keywords ?? [])])
      assert.ok(work(piece.repeat(6_000 / piece.length)) <= stepsPerCharacter, piece);
  });

  it('stays linear on two pieces in turn', () => {
    for (const one of pieces)
      for (const other of pieces) {
        const text = `${one}${other}`.repeat(1_200 / (one.length + other.length));
        assert.ok(work(text) <= stepsPerCharacter, JSON.stringify(one + other));
      }
  });

  it('stays linear on any mixture of pieces [R8]', () => {
    const mixture = fc.array(fc.constantFrom(...pieces), { minLength: 50, maxLength: 400 });
    fc.assert(
      fc.property(mixture, fc.integer({ min: 1, max: 20 }), (parts, times) => {
        const text = parts.join('').repeat(times);
        return work(text) <= stepsPerCharacter;
      }),
    );
  });

  it('does twice the work on twice the text', () => {
    const line = 'const password = getenv("DB_PASSWORD", "x"); // token: key=value, Bearer abc\n';
    const once = scan(line.repeat(500)).steps;
    const twice = scan(line.repeat(1000)).steps;
    assert.ok(Math.abs(twice / once - 2) < 0.01);
  });
});

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
