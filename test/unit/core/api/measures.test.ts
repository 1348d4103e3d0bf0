import assert from 'node:assert/strict';
import { getComponentMeasures, newestMeasureHistory } from '../../../../src/core/api/measures.ts';
import { apiAt, withAnswers } from '../../../support/platformStub.ts';
import { startServer } from '../../../support/httpServer.ts';

/** Reads from a platform that has `totals[n]` analyses, or the last of these, at request `n`; each value is its number. */
async function newestOf(totals: readonly number[], count: number) {
  const pages: number[] = [];
  await using server = await startServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    const [page, size] = [Number(searchParams.get('p')), Number(searchParams.get('ps'))];
    pages.push(page);
    const total = totals[pages.length - 1] ?? totals.at(-1) ?? 0;
    const all = Array.from({ length: total }, (_, n) => ({ date: 'd', value: String(n + 1) }));
    const history = all.slice((page - 1) * size, page * size);
    const measures = ['a', 'b'].map((metric) => ({ metric, history }));
    response.end(JSON.stringify({ paging: { total }, measures }));
  });
  const query = { component: 'p', metrics: ['a', 'b'], count };
  const found = await newestMeasureHistory(apiAt(server.url), query);
  return {
    pages,
    metrics: found.map(({ metric }) => metric),
    values: found.map(({ history }) => history.map(({ value }) => Number(value))),
  };
}

const upTo = (last: number, count: number) => Array.from({ length: count }, (_, n) => last - count + 1 + n);

describe('newestMeasureHistory', () => {
  for (const [total, pages, count] of [
    [0, [1], 0],
    [50, [1], 50],
    // The last page holds a single analysis.
    [51, [1, 2], 50],
    [101, [1, 2, 3], 50],
    [150, [1, 3], 50],
  ] as const)
    it(`gives the newest 50 of ${total} analyses, oldest first, in ${pages.length} requests`, async () => {
      const { metrics, ...found } = await newestOf([total], 50);
      assert.deepEqual(metrics, ['a', 'b']);
      assert.deepEqual(found.values, [upTo(total, count), upTo(total, count)]);
      assert.deepEqual(found.pages, pages);
    });

  for (const [name, totals] of [
    ['the last page becomes full and another one begins', [99, 101]],
    ['an analysis is added to the last page', [51, 52]],
    ['an analysis is added after a full page', [100, 101]],
    ['a second page begins', [50, 51]],
    ['the oldest analyses are deleted', [151, 120]],
    ['all pages but the first are deleted', [151, 30]],
  ] as const)
    it(`gives the newest 50 analyses although ${name} between two requests`, async () => {
      const { values } = await newestOf(totals, 50);
      const seen = totals[1];
      // An analysis that is made after the last request cannot be known.
      const expected = name === 'a second page begins' ? totals[0] : seen;
      assert.deepEqual(values[0], upTo(expected, Math.min(50, expected)));
    });
});

describe('getComponentMeasures', () =>
  it('reads the value of a metric of new code from `period`, or from `periods` of the cloud', () => {
    const measures = [
      { metric: 'coverage', value: '70' },
      { metric: 'new_coverage', period: { value: '80' } },
      { metric: 'new_violations', periods: [{ value: '3' }] },
    ];
    const answers = { 'api/measures/component': { component: { key: 'p', measures } } };
    return withAnswers(answers, undefined, async ({ api }) => {
      const query = { component: 'p', metrics: measures.map(({ metric }) => metric) };
      const component = await getComponentMeasures(api, query);
      assert.deepEqual(component.measures, { coverage: '70', new_coverage: '80', new_violations: '3' });
    });
  }));
