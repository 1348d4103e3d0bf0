import * as z from 'zod/mini';
import type { Api, Page, PageQuery } from './client.ts';
import { displayName } from './texts.ts';

const metric = z.object({ key: z.string(), name: displayName, type: z.string() });
export type Metric = z.output<typeof metric>;

export function searchMetrics(api: Api, { page = 1, pageSize = 100 }: PageQuery = {}): Promise<Page<Metric>> {
  const list = { key: 'metrics', item: metric };
  return api.list('api/metrics/search', { p: page, ps: pageSize }, list);
}
