import assert from 'node:assert/strict';
import { printedLines, printedPart } from '../../../src/agents/printedLines.ts';
import { noTime } from '../../support/timeLimits.ts';

describe('the lines that a search prints', () => {
  it('are those that match, with the lines around them', () => {
    const text = 'one\nconst secret = 2;\nthree\nfour';
    assert.equal(printedLines(text, { pattern: String.raw`const\s+\w+\s*=` }), '\nconst secret = 2;');
    assert.equal(printedLines(text, { pattern: '(const|let|var|function) [a-z]+' }), '\nconst secret = 2;');
    assert.equal(printedLines(text, { pattern: 'on.?e', context: 1 }), 'one\nconst secret = 2;');
    assert.equal(printedLines(text, { pattern: 'https?://' }), undefined);
  });

  it('keep their numbers', () => {
    const text = 'one\ntwo\nthree\nfour\nfive';
    assert.equal(printedLines(text, { pattern: 'four|two' }), '\ntwo\n\nfour');
    assert.equal(printedPart(text, { from: 1, to: 3 }, noTime), '\ntwo\nthree');
    assert.equal(printedPart(text, { from: -2, to: Number.MAX_SAFE_INTEGER }, noTime), '\n\n\nfour\nfive');
  });

  it('are found before the test times out for any pattern and line, and all count where it takes long', () => {
    const patterns = [
      ...'.* .*.* .*.*.* .*.*.*.* .{0,900}.{0,900}.{0,900} a? (a|a) (?:a|a) a{0,}b?'.split(' '),
      'a?'.repeat(100) + 'a'.repeat(100),
      '(a|a)'.repeat(60),
      '(a|aa|a)(a|a)(a|a|a).*.*',
      '.*a?a?a?a?.*',
    ];
    for (const pattern of patterns)
      for (const length of [40, 60, 100, 200, 400, 2_000, 100_000]) {
        const line = 'a'.repeat(length);
        const printed = printedLines(line, { pattern: `${pattern}b` });
        assert.ok(printed === undefined || printed === line, `${pattern} ${length}`);
      }
  });

  it('are all lines for a question with more words than are looked for', () => {
    const words = (count: number): string => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');
    assert.equal(printedLines('TOKEN', { question: words(50) }), undefined);
    assert.equal(printedLines('TOKEN', { question: words(51) }), 'TOKEN');
    assert.equal(printedLines('TOKEN', { question: 'x'.repeat(101) }), 'TOKEN');
  });

  it('are all lines once the time is over', () => {
    assert.equal(printedLines('a\nb', { pattern: 'c' }, noTime), 'a\nb');
  });

  it('are all lines where another dialect may read the pattern differently than JavaScript', () => {
    const escapes = [String.raw`\p{L}`, String.raw`\x{54}`, String.raw`\<TOKEN`, String.raw`\ATOKEN`];
    const classes = [
      '[]T]',
      '[^]x]',
      '[[:word:]]',
      '[[:^space:]]',
      '[[=T=]]',
      '[A-Z&&[^X]]',
      '[A-Z--X]',
      '[T[x]]',
    ];
    for (const pattern of [...escapes, ...classes, 'TX{,2}'])
      assert.equal(printedLines('TOKEN', { pattern }), 'TOKEN', pattern);
  });

  it('are found in files whose lines end with a carriage return', () => {
    for (const pattern of ['^TOKEN=.*$', 'TOKEN=x$', '^.+$'])
      assert.equal(printedLines('a\r\nTOKEN=x\r\n', { pattern })?.includes('TOKEN'), true, pattern);
  });

  it('are those in other scripts than Latin too, where the pattern has classes of letters', () => {
    assert.equal(printedLines('パスワード=x', { pattern: String.raw`\w=` }), 'パスワード=x');
    assert.equal(printedLines('パスワード=x', { pattern: 'y=' }), undefined);
  });

  it('are still only those that match for what all dialects have in common', () => {
    for (const pattern of String.raw`\bx\s*= [\w.-]+@x --flag \[x\] [[:digit:]]{3} x{2,}`.split(' '))
      assert.equal(printedLines('TOKEN', { pattern }), undefined, pattern);
  });
});
