import * as z from 'zod/mini';
import type { Api, CallOptions, Page } from './client.ts';

const issue = z.object({
  key: z.string(),
  rule: z.string(),
  component: z.string(),
  project: z.string(),
  severity: z.optional(z.string()),
  type: z.optional(z.string()),
  line: z.optional(z.number()),
  status: z.string(),
  message: z.optional(z.string()),
});
export type Issue = z.output<typeof issue>;

export interface IssueQuery {
  readonly project: string;
  readonly branch?: string | undefined;
  readonly resolved?: boolean;
  /** 1-based. */
  readonly page?: number;
  /** At most 500. */
  readonly pageSize?: number;
}

/** Issues of one project. An unknown project gives an empty page, not a failure. */
export function searchIssues(
  api: Api,
  { project, branch, resolved, page = 1, pageSize = 100 }: IssueQuery,
  options?: CallOptions,
): Promise<Page<Issue>> {
  return api.list(
    'api/issues/search',
    // `componentKeys` is the name that every version knows.
    { componentKeys: project, branch, resolved, p: page, ps: pageSize },
    { key: 'issues', item: issue },
    options,
  );
}

const changed = z.object({ issue });

/** `transition`: one the issue offers, such as `falsepositive` or `reopen`. The gate is new when this resolves. */
export async function transitionIssue(
  api: Api,
  { key, transition }: { readonly key: string; readonly transition: string },
  options?: CallOptions,
): Promise<Issue> {
  return (await api.post('api/issues/do_transition', { issue: key, transition }, changed, options)).issue;
}
