import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readPage } from '../../../../src/tools/definition/paging.ts';
import {
  plainText,
  answerBudget,
  countFitting,
  excerptOf,
  endOfText,
} from '../../../../src/tools/definition/plainText.ts';
import { assertLinear } from '../../../support/growth.ts';

/** Follows the cursors to the end. */
async function readAll(rows: readonly string[], pageSize: number): Promise<string[]> {
  const fetch = ({ page, pageSize: size }: { page: number; pageSize: number }) =>
    Promise.resolve({ items: rows.slice((page - 1) * size, page * size), total: rows.length });
  const all: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await readPage({ pageSize, cursor, query: 'x' }, 100, fetch, (row) => row);
    assert.ok(page.rows.length > 0 || rows.length === 0);
    assert.ok(page.rows.length === 1 || JSON.stringify(page.rows).length < answerBudget * 1.1);
    all.push(...page.rows);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return all;
}

describe('paging', () => {
  it('gives every row exactly once, however the pages and the budget fall', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 30_000 }), { maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        async (sizes, pageSize) => {
          const rows = sizes.map((size, index) => `${index}:${'x'.repeat(size)}`);
          assert.deepEqual(await readAll(rows, pageSize), rows);
        },
      ),
      { numRuns: 60 },
    ));

  it('refuses a cursor of another list, a changed one and nonsense', async () => {
    const fetch = () => Promise.resolve({ items: ['a'], total: 5 });
    const { nextCursor = '' } = await readPage({ pageSize: 1, query: 'x' }, 1, fetch, (row) => row);
    const read = (cursor: string, query = 'x'): Promise<unknown> =>
      readPage({ cursor, query }, 1, fetch, (row) => row);
    await read(nextCursor);
    await assert.rejects(read(nextCursor, 'y'), /does not belong/);
    for (const cursor of ['', 'x', nextCursor.slice(1), Buffer.from('{"page":-1}').toString('base64url')])
      await assert.rejects(read(cursor), /does not belong/, cursor);
  });
});

describe('budget', () => {
  it('keeps at least one row', () => {
    assert.equal(countFitting(['x'.repeat(answerBudget * 2), 'y']), 1);
    assert.equal(countFitting([]), 0);
  });

  it('gives a text in excerpts that join to the whole', () =>
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 30 }).filter((line) => !line.includes('\n'))), (lines) => {
        const whole = lines.join('\n');
        const parts: string[] = [];
        let next: number | undefined = 1;
        while (next !== undefined) {
          const { text, nextLine } = excerptOf(whole, next, 64);
          parts.push(text);
          next = nextLine;
        }
        assert.equal(parts.join('\n'), whole);
      }),
    ));

  it('keeps the end of a log, in whole lines', () => {
    assert.equal(endOfText('first\nsecond\nthird', 10), 'third');
    assert.equal(endOfText('short', 10), 'short');
  });
});

describe('plain text of a description', () =>
  it('keeps words, lists and code and drops the rest', () => {
    assert.equal(
      plainText([
        '<h2>Why</h2><p>a &lt; b &amp;amp; c</p><ul><li>x</li><li>y</li></ul><pre>\n  code\n</pre>',
      ]),
      'Why\na < b &amp; c\n\n- x\n- y\n\n  code',
    );
    assert.equal(plainText([undefined, '<p></p>']), undefined);
  }));

describe('plainText', () => {
  it('takes a time that grows with the length of the description, and not with its square', () => {
    for (const part of ['<', '<li', '<br', ' ', '\n', '&', '<p <'])
      assertLinear((length) => plainText([`${part.repeat(length)}x`]), 10_000, 100_000, part);
  });

  it('removes blanks at the end of lines', () =>
    assert.equal(plainText(['<p class="a">one \t </p>two  \nthree']), 'one\ntwo\nthree'));
});
