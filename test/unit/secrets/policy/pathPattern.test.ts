import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { pathMatcher } from '../../../../src/secrets/policy/policy.ts';

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
