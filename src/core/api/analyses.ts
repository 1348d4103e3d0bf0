import * as z from 'zod/mini';
import type { Api, Page, PageQuery } from './client.ts';
import type { ProjectGateQuery } from './qualityGates.ts';

const event = z.object({
  category: z.string(),
  name: z.optional(z.string()),
  description: z.optional(z.string()),
});
const analysis = z.object({
  key: z.string(),
  date: z.string(),
  projectVersion: z.optional(z.string()),
  revision: z.optional(z.string()),
  events: z._default(z.array(event), []),
});
export type Analysis = z.output<typeof analysis>;

interface AnalysisQuery extends ProjectGateQuery, PageQuery {
  /** The earliest analysis to return: a date, or a date with time, in the format of the platform. */
  readonly from?: string | undefined;
}

/** Returns one page of a project's analyses with their events, newest first. */
export function searchAnalyses(
  api: Api,
  { page = 1, pageSize = 100, ...query }: AnalysisQuery,
): Promise<Page<Analysis>> {
  return api.list(
    'api/project_analyses/search',
    { ...query, p: page, ps: pageSize },
    { key: 'analyses', item: analysis },
  );
}
