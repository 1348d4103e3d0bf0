import * as z from 'zod/mini';
import type { Api, Page, PageQuery } from './client.ts';
import type { ProjectGateQuery } from './qualityGates.ts';

const risk = z.object({
  key: z.string(),
  severity: z.optional(z.string()),
  type: z.optional(z.string()),
  quality: z.optional(z.string()),
  status: z.optional(z.string()),
  createdAt: z.optional(z.string()),
  vulnerabilityId: z.optional(z.nullable(z.string())),
  cvssScore: z.optional(z.nullable(z.string())),
  release: z.optional(z.object({ packageName: z.optional(z.string()), version: z.optional(z.string()) })),
});
type DependencyRisk = z.output<typeof risk>;

/** Returns a page of a project's dependency risks. Without the feature, rejects with `notFound` or `forbidden`. */
export function searchDependencyRisks(
  api: Api,
  /** The base path: `api/v2/sca` on a server, `sca` on the v2 host of the cloud. */
  root: 'api/v2/sca' | 'sca',
  { project, branch, pullRequest, page = 1, pageSize = 100 }: ProjectGateQuery & PageQuery,
): Promise<Page<DependencyRisk>> {
  return api.list(
    `${root}/issues-releases`,
    { projectKey: project, branchKey: branch, pullRequestKey: pullRequest, pageIndex: page, pageSize },
    { key: 'issuesReleases', item: risk },
  );
}
