import * as z from 'zod/mini';
import { type Api, type CallOptions, type Page } from './client.ts';
import type { ComponentScope } from './componentMeasures.ts';

const history = z.object({
  metric: z.string(),
  history: z.array(z.object({ date: z.string(), value: z.optional(z.string()) })),
});
export type MeasureHistory = z.output<typeof history>;

interface MeasureHistoryQuery extends ComponentScope {
  readonly metrics: readonly string[];
  /** A date, or a date with time, in the format of the platform. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly page?: number;
  /** Number of analyses on a page, at most 1,000. */
  readonly pageSize?: number;
}

/** How often the pages are read if the number of analyses changes each time. */
const attempts = 3;

/**
 * Returns the points of the newest `count` analyses, oldest first; fewer if the project has fewer. The platform's pages
 * begin with the oldest analysis, so this function reads the last page, and the page before an incomplete last page. If
 * the number of analyses changes between the requests, it reads the pages again.
 */
export async function newestMeasureHistory(
  api: Api,
  { count, ...query }: Omit<MeasureHistoryQuery, 'page' | 'pageSize'> & { readonly count: number },
  options?: CallOptions,
): Promise<readonly MeasureHistory[]> {
  const read = (page: number) => searchMeasureHistory(api, { ...query, page, pageSize: count }, options);
  let first: Page<MeasureHistory> | undefined = await read(1);
  let { total } = first;
  for (let attempt = 1; ; attempt++) {
    const last = Math.max(1, Math.ceil(total / count));
    const pageOf = async (page: number) => (page === 1 && first ? first : read(page));
    const before = last === 1 || total % count === 0 ? undefined : await pageOf(last - 1);
    const newest = await pageOf(last);
    const hasChanged = newest.total !== total || (before && before.total !== total);
    if (!hasChanged || attempt === attempts) return newestOf(before?.items ?? [], newest.items, count);
    ({ total } = newest);
    first = undefined;
  }
}

function newestOf(
  before: readonly MeasureHistory[],
  last: readonly MeasureHistory[],
  count: number,
): readonly MeasureHistory[] {
  return last.map(({ metric, history }) => {
    const earlier = before.find((other) => other.metric === metric)?.history ?? [];
    return { metric, history: [...earlier, ...history].slice(-count) };
  });
}

/** Returns one point per analysis, oldest first. `total` counts analyses. A change of an issue does not add a point. */
export function searchMeasureHistory(
  api: Api,
  { metrics, from, to, page = 1, pageSize = 100, ...scope }: MeasureHistoryQuery,
  options?: CallOptions,
): Promise<Page<MeasureHistory>> {
  return api.list(
    'api/measures/search_history',
    { ...scope, metrics: metrics.join(','), from, to, p: page, ps: pageSize },
    { key: 'measures', item: history },
    options,
  );
}
