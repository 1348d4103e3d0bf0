import * as z from 'zod/mini';
import { commas, type Api, type CallOptions, type Page } from './client.ts';

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
  /** From 10.4 on; `status` and `resolution` say it before. */
  issueStatus: z.optional(z.string()),
  resolution: z.optional(z.string()),
  /** From 10.2 on, beside or instead of `severity`. */
  impacts: z.optional(z.array(z.object({ softwareQuality: z.string(), severity: z.string() }))),
  author: z.optional(z.string()),
  creationDate: z.optional(z.string()),
  updateDate: z.optional(z.string()),
});
export type Issue = z.output<typeof issue>;

export interface IssueQuery {
  /** One key or several; none: every project the caller may browse. */
  readonly project?: string | readonly string[] | undefined;
  /** Cloud only, required there. */
  readonly organization?: string | undefined;
  readonly branch?: string | undefined;
  readonly pullRequest?: string | undefined;
  readonly resolved?: boolean | undefined;
  readonly keys?: readonly string[] | undefined;
  /** Paths below the project. */
  readonly files?: readonly string[] | undefined;
  /** `INFO` … `BLOCKER` of the impacts. Platforms before 10.2 ignore it. */
  readonly impactSeverities?: readonly string[] | undefined;
  readonly impactSoftwareQualities?: readonly string[] | undefined;
  /** `OPEN`, `CONFIRMED`, … Platforms before 10.4 ignore it. */
  readonly issueStatuses?: readonly string[] | undefined;
  readonly types?: readonly string[] | undefined;
  /** Old severities, `INFO` … `BLOCKER`, which platforms of every age know. */
  readonly severities?: readonly string[] | undefined;
  readonly rules?: readonly string[] | undefined;
  /** A date or a date with time, as the platform writes it. */
  readonly createdAfter?: string | undefined;
  /** Of the new-code period only. */
  readonly newCode?: boolean | undefined;
  /** 1-based. */
  readonly page?: number;
  /** At most 500. */
  readonly pageSize?: number;
}

/** Issues, by default of all states. An unknown project gives an empty page, not a failure. */
export function searchIssues(api: Api, query: IssueQuery, options?: CallOptions): Promise<Page<Issue>> {
  const { project, organization, branch, pullRequest, resolved, createdAfter, newCode } = query;
  const newCodeOnly = newCode === true || undefined;
  return api.list(
    'api/issues/search',
    {
      // `componentKeys` is the name that every version knows.
      componentKeys: typeof project === 'string' ? project : commas(project),
      organization,
      branch,
      pullRequest,
      resolved,
      issues: commas(query.keys),
      files: commas(query.files),
      impactSeverities: commas(query.impactSeverities),
      impactSoftwareQualities: commas(query.impactSoftwareQualities),
      issueStatuses: commas(query.issueStatuses),
      types: commas(query.types),
      severities: commas(query.severities),
      rules: commas(query.rules),
      createdAfter,
      // The cloud kept the older name.
      [organization === undefined ? 'inNewCodePeriod' : 'sinceLeakPeriod']: newCodeOnly,
      p: query.page ?? 1,
      ps: query.pageSize ?? 100,
    },
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
