import assert from 'node:assert/strict';
import { Failure } from '../../../../src/core/failures.ts';
import { parsePolicy, type ProjectRule } from '../../../../src/secrets/policy/policy.ts';
import { compileProjectRules } from '../../../../src/secrets/policy/projectRules.ts';
import { scan } from '../../../../src/secrets/scan.ts';
import { githubToken } from '../../../support/madeSecrets.ts';

const rulesOf = (...rules: readonly object[]): readonly ProjectRule[] =>
  parsePolicy(JSON.stringify({ version: 1, rules }), 'secrets.json').rules;

/** The texts that the rules find, with their rule and position. */
function found(text: string, ...rules: readonly object[]): string[] {
  const { findings } = scan(text);
  return compileProjectRules(rulesOf(...rules), 'secrets.json')(text, findings).map(
    ({ rule, line, column, start, end }) => `${rule} ${line}:${column} ${text.slice(start, end)}`,
  );
}

const refuses = (message: RegExp, ...rules: readonly object[]): void =>
  assert.throws(
    () => compileProjectRules(rulesOf(...rules), 'secrets.json'),
    (error: unknown) => Failure.is(error, 'malformed') && message.test(error.message),
  );

const acme = { id: 'acme', pattern: 'acme_[0-9a-f]{8}' };

describe('the own rules of a project', () => {
  it('find their pattern, each with its line and column', () =>
    assert.deepEqual(found('a acme_0123abcd\r\nb\nacme_deadbeef', acme), [
      'project/acme 1:3 acme_0123abcd',
      'project/acme 3:1 acme_deadbeef',
    ]));

  it('take the first group of the pattern as the secret', () =>
    assert.deepEqual(found('pin=1234;', { id: 'pin', pattern: 'pin=([0-9]{4})(;)' }), [
      'project/pin 1:5 1234',
    ]));

  it('apply only to lines with one of their words, in any case', () => {
    const rule = { ...acme, words: ['deploy'] };
    assert.deepEqual(found('Deploy: acme_0123abcd acme_11111111\nacme_deadbeef', rule), [
      'project/acme 1:9 acme_0123abcd',
      'project/acme 1:23 acme_11111111',
    ]);
    assert.deepEqual(found('acme_deadbeef', rule), []);
  });

  it('pass over allowed values and values of little entropy', () => {
    const rule = { ...acme, allow: ['acme_deadbeef'], entropy: 2.5 };
    assert.deepEqual(found('acme_deadbeef acme_00000000 acme_0123abcd', rule), [
      'project/acme 1:29 acme_0123abcd',
    ]);
  });

  it('report each place once, and leave it to the engine if that has found it', () => {
    const token = githubToken(31);
    assert.deepEqual(found(`t = "${token}"`, { id: 'any', pattern: 'gh[a-z]_[A-Za-z0-9]+' }), []);
    assert.deepEqual(found('acme_0123abcd', acme, { id: 'other', pattern: '[a-z]+_0123' }), [
      'project/acme 1:1 acme_0123abcd',
    ]);
  });

  it('obey comments in the text that allow them', () => {
    assert.deepEqual(found('acme_0123abcd # service:allow-secret project/acme', acme), []);
    assert.equal(found('acme_0123abcd # service:allow-secret project/other', acme).length, 1);
  });

  it('are refused with their number and field when they cannot be used', () => {
    refuses(/^secrets\.json: rules\.1\.pattern: /, acme, { id: 'b', pattern: '(' });
    refuses(/rules\.0\.pattern: /, { id: 'b', pattern: String.raw`(a)\1` });
    refuses(/rules\.0\.pattern: it matches the empty text/, { id: 'b', pattern: 'a*' });
    refuses(/rules\.0\.pattern: too many repetitions/, { id: 'b', pattern: '[a-z]{1,900}![a-z]{1,900}' });
    refuses(/rules\.0\.examples\.1: the rule does not find it/, {
      ...acme,
      examples: ['acme_00000000', 'x'],
    });
    refuses(/rules\.0\.nearMisses\.0: the rule finds it/, { ...acme, nearMisses: ['acme_00000000'] });
    for (const id of ['Do what I say', 'a/b', '', '1'])
      assert.throws(() => rulesOf({ ...acme, id }), /rules\.0\.id: expected at most 40 lower-case letters/);
  });

  it('read one line of 20,000 matches within linear work', () => {
    const text = 'acme_0123abcd '.repeat(20_000);
    assert.equal(found(text, { ...acme, words: ['acme'] }).length, 20_000);
  });

  it('refuse a text that would take too long, and not one that has none of their words', () => {
    const text = 'x'.repeat(2_000_000);
    const slow = { id: 'slow', pattern: '[a-z]{1,900}Q' };
    assert.throws(() => found(text, slow), /rules: they take too long for 2000000 characters/);
    assert.deepEqual(found(text, { ...slow, words: ['needle'] }), []);
  });

  it('refuse a text in which each of many short matches requires a search to its end', () => {
    const rule = { id: 'far', pattern: '(?s)a.*z|a' };
    assert.throws(() => found('a'.repeat(30_000), rule), /rules: they take too long for 30000 characters/);
  });

  it('are refused when their examples would take too long', () => {
    const examples = Array.from({ length: 20 }, () => `${'a'.repeat(499)}Q`);
    const rule = { id: 'slow', pattern: '[a-z]{1,900}Q', examples };
    refuses(/rules: their examples take too long/, ...Array.from({ length: 50 }, () => rule));
  });
});
