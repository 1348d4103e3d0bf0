import * as z from 'zod/mini';
import { Failure } from '../failures.ts';
import type { Api } from './client.ts';
import { displayName } from './texts.ts';

const pullRequest = z.object({
  key: z.string(),
  title: z.optional(displayName),
  branch: z.optional(z.string()),
  base: z.optional(z.string()),
  status: z.optional(z.object({ qualityGateStatus: z.optional(z.string()) })),
  analysisDate: z.optional(z.string()),
});
export type PullRequest = z.output<typeof pullRequest>;

/** Returns a project's pull requests; undefined in community editions. Rejects with `notFound` for unknown projects. */
export async function listPullRequests(
  api: Api,
  project: string,
): Promise<readonly PullRequest[] | undefined> {
  const list = { key: 'pullRequests', item: pullRequest };
  try {
    return (await api.list('api/project_pull_requests/list', { project }, list)).items;
  } catch (error) {
    // Only this message distinguishes an unknown action from an unknown project.
    if (Failure.is(error, 'notFound') && error.message.includes('Unknown url')) return undefined;
    throw error;
  }
}
