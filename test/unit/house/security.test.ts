import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingTests } from '../../support/missingTests.ts';

const document = readFileSync(join(import.meta.dirname, '../../../SECURITY.md'), 'utf8');

/** The part of a section of the document, its heading left out. */
function sectionOf(title: string): string {
  const [, section = ''] = document.split(`\n## ${title}\n`);
  return section.split('\n## ')[0] ?? '';
}

/** The titles of the tests that prove each promise, by the code of the promise. */
function proofsIn(section: string): ReadonlyMap<string, readonly string[]> {
  const [, ...points] = section.split(/^- /m);
  return new Map(
    points.map((point) => {
      const [code = ''] = point.split('\n');
      return [code, [...point.matchAll(/^ {2}- `(.+)`$/gm)].map(([, title = '']) => title)];
    }),
  );
}

describe('SECURITY.md', function () {
  // All test files are parsed, on a machine that may be busy.
  this.timeout(60_000);

  const [, ...parts] = sectionOf('Promises').split('\n### ');
  const attackers = parts.map((part) => part.split('\n')[0]);
  const proofs = proofsIn(sectionOf('Proofs'));
  const codes = parts.map((part) =>
    [...part.matchAll(/^- (?:\*\*(\w+)\*\* )?/gm)].map(([, code = '']) => code),
  );

  it('makes promises about each attacker that it names', () => {
    const named = [...sectionOf('Attackers').matchAll(/^- \*\*([^*]+)\*\*/gm)].map(([, name]) => name);
    assert.ok(named.length > 0);
    assert.deepEqual(attackers, named);
  });

  it('has a proof for each promise, and no other proof', () => {
    assert.deepEqual([...proofs.keys()], codes.flat());
  });

  for (const [index, part] of codes.entries())
    it(`names tests that exist for each promise about: ${attackers[index]}`, () => {
      assert.ok(part.length > 0);
      for (const code of part) {
        const tests = proofs.get(code) ?? [];
        assert.ok(tests.length > 0, `No test proves ${code}`);
        assert.deepEqual(missingTests(tests), [], code);
      }
    });
});
