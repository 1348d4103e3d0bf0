import * as z from 'zod/mini';
import type { Api, CallOptions, Page } from './client.ts';

const metric = z.object({
  key: z.string(),
  name: z.string(),
  type: z.string(),
  domain: z.optional(z.string()),
  description: z.optional(z.string()),
});
export type Metric = z.output<typeof metric>;

// The one list whose total does not stand under `paging`.
const metrics = z.object({ metrics: z.array(metric), total: z.number() });

export async function searchMetrics(
  api: Api,
  { page = 1, pageSize = 100 }: { readonly page?: number; readonly pageSize?: number } = {},
  options?: CallOptions,
): Promise<Page<Metric>> {
  const answer = await api.get('api/metrics/search', { p: page, ps: pageSize }, metrics, options);
  return { items: answer.metrics, total: answer.total };
}
