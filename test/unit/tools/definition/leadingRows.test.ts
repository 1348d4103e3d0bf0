import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readLeadingRows } from '../../../../src/tools/definition/leadingRows.ts';

/** A platform's list, and the pages that were asked of it. */
function listOf(rows: readonly number[]) {
  const asked: number[] = [];
  const fetch = ({ page, pageSize }: { readonly page: number; readonly pageSize: number }) => {
    asked.push(page);
    return Promise.resolve({
      items: rows.slice((page - 1) * pageSize, page * pageSize),
      total: rows.length,
    });
  };
  return { fetch, asked };
}

const isWanted = (row: number): boolean => row === 1;

describe('readLeadingRows', () => {
  it('gives the wanted rows of each page, and the exact number of all wanted rows as total', () =>
    fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 3_000 }),
        fc.nat({ max: 3_000 }),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 40 }),
        async (wanted, others, pageSize, page) => {
          const rows = [...Array<number>(wanted).fill(1), ...Array<number>(others).fill(0)];
          const { fetch } = listOf(rows);
          const { items, total } = await readLeadingRows({ page, pageSize }, fetch, isWanted);
          assert.equal(total, wanted);
          assert.deepEqual(items, rows.slice((page - 1) * pageSize, page * pageSize).filter(isWanted));
        },
      ),
    ));

  it('requests one page if it contains the end of the wanted rows', async () => {
    const { fetch, asked } = listOf([1, 1, 0]);
    await readLeadingRows({ page: 1, pageSize: 100 }, fetch, isWanted);
    assert.deepEqual(asked, [1]);
  });

  it('requests few pages of a long list', async () => {
    const { fetch, asked } = listOf([...Array<number>(7_777).fill(1), ...Array<number>(2_223).fill(0)]);
    assert.equal((await readLeadingRows({ page: 1, pageSize: 100 }, fetch, isWanted)).total, 7_777);
    assert.ok(asked.length <= 6, String(asked.length));
  });

  it('ends where the list becomes shorter while it is read', async () => {
    const fetch = ({ page }: { readonly page: number }) =>
      Promise.resolve({ items: page === 1 ? [1, 1] : [], total: 2_000 });
    const { total } = await readLeadingRows({ page: 1, pageSize: 2 }, fetch, isWanted);
    assert.equal(total, 2);
  });
});
