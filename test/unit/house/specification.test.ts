import assert from 'node:assert/strict';
import { missingTests } from '../../support/missingTests.ts';
import { testsIn } from '../../support/testTitles.ts';
import { notOurs, specification } from './specification.data.ts';

describe('the table of the specification', function () {
  // All test files are parsed, on a machine that may be busy.
  this.timeout(60_000);

  for (const [section, rows] of Object.entries(specification))
    it(`names a test that exists for each row of: ${section}`, () => {
      for (const [row, titles] of Object.entries(rows)) {
        assert.ok(titles.length > 0, `No test holds: ${row}`);
        assert.deepEqual(missingTests(titles), [], row);
      }
    });

  it('gives a reason for each row that it leaves out, and does not have it as well', () => {
    const held = new Set(Object.values(specification).flatMap((rows) => Object.keys(rows)));
    for (const [row, reason] of Object.entries(notOurs)) {
      assert.notEqual(reason, '', row);
      assert.ok(!held.has(row), row);
    }
  });
});

describe('the search for tests by title', () => {
  it('joins the titles of suites and writes {} for what only a run knows', () => {
    const code = `
      describe('a', () => {
        for (const b of all) describe(b, () => { it(\`does \${b} and \${c} well\`, () => {}).timeout(1); });
        it.skip('is \\'quoted\\'', () => {});
        scenario('s', ({ keep }) => { it(\`t \${x}\`.trimEnd(), () => {}); });
        other('no test', () => {});
      });`;
    assert.deepEqual(
      testsIn(code, 'a.ts').map(({ title }) => title),
      ['a {} does {} and {} well', "a is 'quoted'", 'a s t {}'],
    );
  });

  it('names the title that is closest to a missing one', () => {
    const [message] = missingTests([
      'the search for tests by title names the title that is nearest to a missing one',
    ]);
    assert.equal(
      message,
      'No test is called "the search for tests by title names the title that is nearest to a missing one". ' +
        'The closest is "the search for tests by title names the title that is closest to a missing one" ' +
        'in unit/house/specification.test.ts. If a test was renamed, rename it in the table too.',
    );
  });
});
