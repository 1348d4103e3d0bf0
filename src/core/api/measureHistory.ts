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

/**
 * Returns the points of the newest `count` analyses, oldest first; fewer if the project has fewer. The platform's pages
 * begin with the oldest analysis, so this function reads the last page, and the page before an incomplete last page.
 */
export async function newestMeasureHistory(
  api: Api,
  { count, ...query }: Omit<MeasureHistoryQuery, 'page' | 'pageSize'> & { readonly count: number },
  options?: CallOptions,
): Promise<readonly MeasureHistory[]> {
  const read = (page: number) => searchMeasureHistory(api, { ...query, page, pageSize: count }, options);
  const first = await read(1);
  const last = Math.ceil(first.total / count);
  if (last <= 1) return first.items;
  const isWhole = first.total % count === 0;
  const before = isWhole ? undefined : last === 2 ? first : await read(last - 1);
  const newest = await read(last);
  return newest.items.map(({ metric, history }) => {
    const earlier = before?.items.find((other) => other.metric === metric)?.history ?? [];
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
