import * as z from 'zod/mini';
import type { Api, BranchOrPullRequest, Page, PageQuery } from './client.ts';
import { displayName } from './texts.ts';

const project = z.object({ key: z.string(), name: displayName });
export type Project = z.output<typeof project>;

interface ProjectQuery extends PageQuery {
  /** Part of the name or the key. A single character is ignored, because the platform refuses it. */
  readonly text?: string;
  /** Required on the cloud, absent elsewhere. */
  readonly organization?: string | undefined;
}

/** Returns a page of the projects that the caller may browse, ordered by name. A search returns at most 10,000. */
export function searchProjects(
  api: Api,
  { text = '', organization, page = 1, pageSize = 100 }: ProjectQuery,
): Promise<Page<Project>> {
  // The filter language has no escape for the quote.
  const words = text.replaceAll('"', ' ').trim();
  return api.list(
    'api/components/search_projects',
    { filter: words.length < 2 ? undefined : `query = "${words}"`, organization, p: page, ps: pageSize },
    { key: 'components', item: project },
  );
}

const shown = z.object({ component: project });

/**
 * Returns the project with this key, or one of its branches or pull requests. Rejects with `notFound` for an unknown
 * key, and with `forbidden` for a project that the caller may not browse and for every analysis token.
 */
export async function showProject(
  api: Api,
  key: string,
  { branch, pullRequest }: BranchOrPullRequest = {},
): Promise<Project> {
  const parameters = { component: key, branch, pullRequest };
  return (await api.get('api/components/show', parameters, shown)).component;
}
