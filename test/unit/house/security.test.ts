import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInDefault } from '../../../scripts/testParts.ts';
import { filesById } from '../../support/testTitles.ts';
import { specification } from './specification.data.ts';
import { assertNone } from '../../support/lists.ts';

const document = readFileSync(join(import.meta.dirname, '../../../SECURITY.md'), 'utf8');

/** The part of a section of the document, its heading left out. */
function sectionOf(title: string): string {
  const [, section = ''] = document.split(`\n## ${title}\n`);
  return section.split('\n## ')[0] ?? '';
}

describe('SECURITY.md', () => {
  const [, ...parts] = sectionOf('Promises').split('\n### ');
  const promises = parts.flatMap((part) =>
    [...part.matchAll(/^- (?:\*\*(\w+)\*\* )?/gm)].map(([, code = '']) => code),
  );

  it('makes promises about each attacker that it names', () => {
    const named = [...sectionOf('Attackers').matchAll(/^- \*\*([^*]+)\*\*/gm)].map(([, name]) => name);
    assert.ok(named.length > 0);
    assert.deepEqual(
      parts.map((part) => part.split('\n')[0]),
      named,
    );
  });

  it('has a code for each promise, which titles of tests in the default run contain', () => {
    assert.ok(promises.length > 0);
    assert.deepEqual([...new Set(promises)], promises);
    const tests = filesById();
    for (const code of promises) {
      const files = [...(tests.get(code) ?? [])];
      assert.ok(files.length > 0, `No title of a test contains [${code}]`);
      assert.deepEqual(
        files.filter((file) => !isInDefault(file)),
        [],
        code,
      );
    }
  });

  it('or the specification has each code that a title of a test contains', () => {
    const rows = Object.values(specification).flatMap((section) => Object.keys(section));
    const known = new Set([...promises, ...rows]);
    assert.equal(known.size, promises.length + rows.length);
    assertNone([...filesById()], ([code]) => !known.has(code));
  });
});
