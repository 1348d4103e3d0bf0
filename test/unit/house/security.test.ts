import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingTests } from '../../support/missingTests.ts';

interface Promised {
  readonly text: string;
  readonly tests: readonly string[];
}

const document = readFileSync(join(import.meta.dirname, '../../../SECURITY.md'), 'utf8');

/** The part of a section of the document, its heading left out. */
function sectionOf(title: string): string {
  const [, section = ''] = document.split(`\n## ${title}\n`);
  return section.split('\n## ')[0] ?? '';
}

/** The promises to one attacker: points of a list, each with a list of tests below it. */
function promisesIn(part: string): readonly Promised[] {
  const [, ...points] = part.split(/^- /m);
  return points.map((point) => {
    const [text = ''] = point.split('\n');
    return { text, tests: [...point.matchAll(/^ {2}- `(.+)`$/gm)].map(([, title = '']) => title) };
  });
}

describe('SECURITY.md', function () {
  // All test files are parsed, on a machine that may be busy.
  this.timeout(60_000);

  const [, ...parts] = sectionOf('Promises').split('\n### ');
  const attackers = parts.map((part) => part.split('\n')[0]);

  it('makes promises about each attacker that it names', () => {
    const named = [...sectionOf('Attackers').matchAll(/^- \*\*([^*]+)\*\*/gm)].map(([, name]) => name);
    assert.ok(named.length > 0);
    assert.deepEqual(attackers, named);
  });

  for (const [index, part] of parts.entries())
    it(`names tests that exist for each promise about: ${attackers[index]}`, () => {
      const promises = promisesIn(part);
      assert.ok(promises.length > 0);
      for (const { text, tests } of promises) {
        assert.ok(tests.length > 0, `No test holds: ${text}`);
        assert.deepEqual(missingTests(tests), [], text);
      }
    });
});
