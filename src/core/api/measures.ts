import * as z from 'zod/mini';
import type { Api, CallOptions } from './client.ts';
import type { GateStatus } from './qualityGates.ts';

/** The largest number of projects in one `measures/search` request. */
export const projectsPerRequest = 100;

const measure = z.object({ metric: z.string(), component: z.string(), value: z.optional(z.string()) });

/**
 * Returns the live gate status of the main branches of up to 100 projects, by project key. Projects that are unknown,
 * forbidden or never analyzed are absent, because the platform leaves them out without an error.
 */
export async function searchGateStatuses(
  api: Api,
  projects: readonly string[],
  options?: CallOptions,
): Promise<ReadonlyMap<string, GateStatus>> {
  const { items } = await api.list(
    'api/measures/search',
    { projectKeys: projects.join(','), metricKeys: 'alert_status' },
    { key: 'measures', item: measure },
    options,
  );
  return new Map(items.flatMap(({ component, value }) => (value === undefined ? [] : [[component, value]])));
}
