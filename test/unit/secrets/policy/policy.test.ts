import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { Failure } from '../../../../src/core/failures.ts';
import {
  createPolicy,
  emptyPolicyDocument,
  parsePolicy,
  pathMatcher,
  type Policy,
  withAllowedValue,
  withBaseline,
} from '../../../../src/secrets/policy/policy.ts';
import {
  newSalt,
  saltedHash,
  SaltedHashes,
  unsaltedHash,
} from '../../../../src/secrets/policy/allowedValues.ts';
import { githubToken } from '../../../support/madeSecrets.ts';

const token = githubToken(11);
const salt = newSalt();
const hash = await saltedHash(token, salt);

/** Both ways of asking give the same answer. */
async function allows(policy: Policy, path: string, secret = token, most = 10): Promise<boolean> {
  const answer = policy.allows(path, secret, new SaltedHashes(most));
  assert.equal(await policy.allowsSoon(path, secret, new SaltedHashes(most)), answer);
  return answer;
}

const allowing = (...hashes: readonly string[]): Policy =>
  createPolicy({ ...emptyPolicyDocument, allowValues: hashes.map((item) => ({ hash: item })) });

describe('policy', () => {
  it('allows listed values everywhere', async () => {
    assert.ok(await allows(allowing(hash), 'any/file.ts'));
    assert.ok(!(await allows(allowing(hash), 'any/file.ts', githubToken(12))));
    assert.ok(!(await allows(createPolicy(emptyPolicyDocument), 'any/file.ts')));
  });

  it('allows values that older versions listed without a salt', async () => {
    assert.ok(await allows(allowing(unsaltedHash(token)), 'any/file.ts'));
    const baseline = { 'a.ts': [unsaltedHash(token)] };
    assert.ok(await allows(createPolicy({ ...emptyPolicyDocument, baseline }), 'a.ts'));
  });

  it('allows values of each salt, as merged branches leave them', async () => {
    const other = githubToken(12);
    const policy = allowing(hash, await saltedHash(other, newSalt()));
    assert.ok((await allows(policy, 'a.ts')) && (await allows(policy, 'a.ts', other)));
  });

  it('computes no more salted hashes than its reader allows, each once [R8]', async () => {
    const others = [12, 13].map(githubToken);
    const policy = allowing(...(await Promise.all([token, ...others].map((item) => saltedHash(item, salt)))));
    const [now, soon] = [new SaltedHashes(2), new SaltedHashes(2)];
    const asked = [token, token, ...others, token];
    const expected = [true, true, true, false, true];
    assert.deepEqual(
      asked.map((item) => policy.allows('a.ts', item, now)),
      expected,
    );
    assert.deepEqual(await Promise.all(asked.map((item) => policy.allowsSoon('a.ts', item, soon))), expected);
  });

  it('computes salted hashes only for files that have some', async () => {
    const baseline = { 'a.ts': [hash], 'old.ts': [unsaltedHash(token)] };
    const policy = createPolicy({ ...emptyPolicyDocument, baseline });
    const one = new SaltedHashes(1);
    assert.ok(!policy.allows('b.ts', githubToken(12), one));
    assert.ok(!policy.allows('old.ts', githubToken(12), one));
    assert.ok(await policy.allowsSoon('a.ts', token, one));
  });

  it('has four salts at most, because each costs a computation per finding [R8]', () => {
    const digest = hash.slice(-32);
    const text = (count: number, place: 'allowValues' | 'baseline'): string => {
      const hashes = Array.from({ length: count }, () => `scrypt:${newSalt()}:${digest}`);
      const values = place === 'baseline' ? { 'a.ts': hashes } : hashes.map((item) => ({ hash: item }));
      return JSON.stringify({ version: 1, [place]: values });
    };
    for (const place of ['allowValues', 'baseline'] as const) {
      parsePolicy(text(4, place), 'x');
      assert.throws(() => parsePolicy(text(5, place), 'x'), /x has more than 4 different salts/);
    }
  });

  it('allows the baseline in its own file only', async () => {
    const text = withBaseline(undefined, new Map([['a.ts', [hash]]]));
    const policy = createPolicy(parsePolicy(text, 'x'));
    assert.ok(await allows(policy, 'a.ts'));
    assert.ok(!(await allows(policy, 'b.ts')));
    assert.ok(!text.includes(token));
  });

  it('adds a value once, and leaves the rest of the file and what a later version noted unchanged', async () => {
    const first = await withAllowedValue(undefined, 'x', token);
    assert.ok(await allows(createPolicy(parsePolicy(first, 'x')), 'any.ts'));
    assert.equal(await withAllowedValue(first, 'x', token), first);
    const noted = { hash: unsaltedHash(githubToken(12)), by: 'a later version' };
    const known = JSON.stringify({
      later: [1],
      version: 1,
      allowPaths: ['test/'],
      allowValues: [noted],
      baseline: { 'a.ts': [hash] },
    });
    assert.deepEqual(JSON.parse(await withAllowedValue(known, 'x', token)), {
      ...(JSON.parse(known) as object),
      // The new entry has the salt of the file.
      allowValues: [noted, { hash }],
    });
    assert.equal(await withAllowedValue(known, 'x', githubToken(12)), known);
    await assert.rejects(withAllowedValue('{', 'x', token), Failure);
    await assert.rejects(withAllowedValue('{"version": 2}', 'x', token), Failure);
  });

  it('uses another salt in each new file, so that hashes of a weak value differ [R14]', async () => {
    const [one, other] = [
      await withAllowedValue(undefined, 'x', 'Winter2025!'),
      await withAllowedValue(undefined, 'x', 'Winter2025!'),
    ];
    assert.notEqual(one, other);
    for (const text of [one, other]) assert.match(text, /"scrypt:[\da-f]{32}:[\da-f]{32}"/);
  });

  it('leaves the rest of the file unchanged when the baseline is written', () => {
    const known = {
      later: [1],
      version: 1,
      allowValues: [{ hash, reason: 'test', by: 'a later version' }],
      baseline: { 'fixed.ts': [hash] },
    };
    const text = withBaseline(
      JSON.stringify(known),
      new Map([
        ['a.ts', [hash]],
        ['clean.ts', []],
      ]),
    );
    assert.deepEqual(JSON.parse(text), { ...known, baseline: { 'a.ts': [hash] } });
  });

  it('has a baseline for files that are named like members of objects', async () => {
    const names = ['constructor', 'toString', 'hasOwnProperty'];
    const text = withBaseline(undefined, new Map(names.map((name) => [name, [hash]])));
    for (const name of names) assert.ok(await allows(createPolicy(parsePolicy(text, 'x')), name), name);
  });

  it('names the file and the field of a malformed policy', () => {
    const wrong = (text: string): string => {
      try {
        parsePolicy(text, '.service/secrets.json');
      } catch (error) {
        assert.ok(Failure.is(error, 'malformed'));
        return error.message;
      }
      return 'no failure';
    };
    assert.match(wrong('{'), /^\.service\/secrets\.json is not JSON$/);
    assert.equal(wrong('[]'), '.service/secrets.json: expected object');
    assert.equal(wrong('{"version":2}'), '.service/secrets.json: version: expected 1');
    assert.equal(
      wrong('{"version":1,"rules":[{"id":"x","pattern":7}]}'),
      '.service/secrets.json: rules.0.pattern: expected string',
    );
    assert.match(
      wrong('{"version":1,"allowValues":[{"hash":"x"}]}'),
      /allowValues\.0\.hash: expected scrypt:/,
    );
  });
});

describe('pathMatcher', () => {
  it('matches as ignore files do', () => {
    for (const [pattern, path, expected] of [
      ['test/**', 'test/a/b.ts', true],
      ['test/**', 'src/test.ts', false],
      ['test/', 'test/a.ts', true],
      ['*.pem', 'a/b/server.pem', true],
      ['*.pem', 'server.pem.txt', false],
      ['docs/*.md', 'docs/a.md', true],
      ['docs/*.md', 'docs/a/b.md', false],
      ['**/fixtures/**', 'a/b/fixtures/c.json', true],
      ['**/fixtures/**', 'fixtures/c.json', true],
      ['/package-lock.json', 'package-lock.json', true],
      ['package-lock.json', 'sub/package-lock.json', true],
      ['a?c', 'abc', true],
      ['a?c', 'a/c', false],
      ['a/**/z', 'a/b/c/z', true],
      ['src/**/*.test.ts', 'src/a/b.test.ts', true],
      ['src\\a', 'src/b', false],
      ['test/**', '.\\test\\a.ts'.replace('.\\', ''), true],
    ] as const)
      assert.equal(pathMatcher(pattern)(path), expected, `${pattern} ${path}`);
  });

  it('matches each path alone', () => {
    const path = fc
      .stringMatching(/^[\w.-]{1,8}(?:\/[\w.-]{1,8}){0,4}$/)
      .filter((text) => !text.startsWith('./'));
    fc.assert(fc.property(path, (text) => pathMatcher(`/${text}`)(text)));
  });

  it('ends in limited time for every pattern and path', () => {
    const hostile = '**/a*'.repeat(12);
    assert.equal(pathMatcher(hostile)('a'.repeat(400)), false);
  });
});
