import * as z from 'zod/mini';
import type { Api, CallOptions, Page } from './client.ts';

const analysis = z.object({
  key: z.string(),
  date: z.string(),
  projectVersion: z.optional(z.string()),
  revision: z.optional(z.string()),
  events: z._default(
    z.array(
      z.object({ category: z.string(), name: z.optional(z.string()), description: z.optional(z.string()) }),
    ),
    [],
  ),
});
export type Analysis = z.output<typeof analysis>;

interface AnalysisQuery {
  readonly project: string;
  readonly branch?: string | undefined;
  readonly pullRequest?: string | undefined;
  /** The earliest analysis to return: a date, or a date with time, in the format of the platform. */
  readonly from?: string | undefined;
  readonly page?: number;
  readonly pageSize?: number;
}

/** Returns one page of a project's analyses with their events, newest first. Rejects with a `Failure`. */
export function searchAnalyses(
  api: Api,
  { page = 1, pageSize = 100, ...query }: AnalysisQuery,
  options?: CallOptions,
): Promise<Page<Analysis>> {
  return api.list(
    'api/project_analyses/search',
    { ...query, p: page, ps: pageSize },
    { key: 'analyses', item: analysis },
    options,
  );
}
