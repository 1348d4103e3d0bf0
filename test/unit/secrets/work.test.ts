import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { scan } from '../../../src/secrets/scan.ts';
import { formatRules } from '../../../src/secrets/rules/formatRules.ts';

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
