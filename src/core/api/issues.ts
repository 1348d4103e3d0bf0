import * as z from 'zod/mini';
import { orElse } from '../parsing.ts';
import { commas, type Api, type BranchOrPullRequest, type Page, type PageQuery } from './client.ts';

/** A range in an analyzed text: lines from 1, columns from 0 in UTF-16 code units; the end is not included. */
const possibleRange = z.object({
  startLine: z.int().check(z.gte(1)),
  endLine: z.int().check(z.gte(1)),
  startOffset: z.int().check(z.gte(0)),
  endOffset: z.int().check(z.gte(0)),
});
export type TextRange = Readonly<z.output<typeof possibleRange>>;

/** A range that no text can have costs only itself: the editor refuses it, and would show no issue of the file. */
export const textRange = z.optional(orElse(z.optional(possibleRange), undefined));

const flow = z.object({
  locations: z.array(
    z.object({
      /** Key of the file: the key of its project, a colon and the path. */
      component: z.optional(z.string()),
      textRange,
      msg: z.optional(z.string()),
    }),
  ),
});
/** The places that explain an issue or a hotspot. Malformed ones cost only themselves. */
export const flows = z.optional(orElse(z.array(flow), []));
export type Flow = z.output<typeof flow>;

const issue = z.object({
  key: z.string(),
  rule: z.string(),
  component: z.string(),
  project: z.string(),
  severity: z.optional(z.string()),
  type: z.optional(z.string()),
  line: z.optional(z.number()),
  /** MD5 of the line without white space; absent for a blank line and for an issue without a line. */
  hash: z.optional(z.string()),
  textRange,
  flows,
  status: z.string(),
  message: z.optional(z.string()),
  /** The transitions that the caller may make; present if the query requests them with `additionalFields`. */
  transitions: z.optional(z.array(z.string())),
  assignee: z.optional(z.string()),
  /** Present from 10.4 on. Before that, `status` and `resolution` have the information. */
  issueStatus: z.optional(z.string()),
  resolution: z.optional(z.string()),
  /** Present from 10.2 on, beside or instead of `severity`. */
  impacts: z.optional(z.array(z.object({ softwareQuality: z.string(), severity: z.string() }))),
  author: z.optional(z.string()),
  creationDate: z.optional(z.string()),
  updateDate: z.optional(z.string()),
});
export type Issue = z.output<typeof issue>;

/** Returns the path below the project. The component key of a file is `<project>:<path>`. */
export function pathInProject({ component, project }: Pick<Issue, 'component' | 'project'>): string {
  return component.startsWith(`${project}:`) ? component.slice(project.length + 1) : component;
}

/** Returns the impacts, or the severity, which newer platforms may leave out; undefined without both. */
export function issueSeverity(issue: Pick<Issue, 'severity' | 'impacts'>): string | undefined {
  const impacts = issue.impacts ?? [];
  if (impacts.length === 0) return issue.severity;
  return impacts.map(({ softwareQuality, severity }) => `${softwareQuality} ${severity}`).join(', ');
}

/** Returns the status under its newest name that the platform knows. */
export function issueStatusOf({ issueStatus, resolution, status }: Issue): string {
  return issueStatus ?? resolution ?? status;
}

/** The old severity of that of an impact. The platforms derive one from the other by this table. */
export const oldSeverities: Readonly<Record<string, string>> = {
  LOW: 'MINOR',
  MEDIUM: 'MAJOR',
  HIGH: 'CRITICAL',
};

export interface IssueQuery extends BranchOrPullRequest, PageQuery {
  /** One key or several. Without a key the search covers every project that the caller may browse. */
  readonly project?: string | readonly string[] | undefined;
  /** Required on the cloud, absent elsewhere. */
  readonly organization?: string | undefined;
  readonly resolved?: boolean | undefined;
  readonly keys?: readonly string[] | undefined;
  /** Paths below the project. */
  readonly files?: readonly string[] | undefined;
  /** Severities of the impacts, `INFO` … `BLOCKER`. Platforms before 10.2 ignore this filter. */
  readonly impactSeverities?: readonly string[] | undefined;
  readonly impactSoftwareQualities?: readonly string[] | undefined;
  /** `OPEN`, `CONFIRMED`, … Platforms before 10.4 ignore this filter. */
  readonly issueStatuses?: readonly string[] | undefined;
  readonly types?: readonly string[] | undefined;
  /** Old severities, `INFO` … `BLOCKER`. Platforms of every version know them. See {@link oldSeverities}. */
  readonly severities?: readonly string[] | undefined;
  readonly rules?: readonly string[] | undefined;
  /** A date, or a date with time, in the format of the platform; included. */
  readonly createdAfter?: string | undefined;
  /** As `createdAfter`; the date itself is not included. */
  readonly createdBefore?: string | undefined;
  /** Sorts by file and line. */
  readonly byFile?: boolean | undefined;
  /** Restricts the search to the new-code period; not together with `createdAfter`. */
  readonly newCode?: boolean | undefined;
  readonly additionalFields?: readonly 'transitions'[] | undefined;
}

/** Returns one page of issues, by default in all states. It is empty for an unknown project. */
export function searchIssues(api: Api, query: IssueQuery): Promise<Page<Issue>> {
  const { project, organization, branch, pullRequest, resolved, createdAfter, createdBefore, newCode } =
    query;
  const newCodeOnly = newCode === true || undefined;
  return api.list(
    'api/issues/search',
    {
      // Every version knows the name `componentKeys`.
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
      createdBefore,
      s: query.byFile === true ? 'FILE_LINE' : undefined,
      // The cloud kept the older name.
      [organization === undefined ? 'inNewCodePeriod' : 'sinceLeakPeriod']: newCodeOnly,
      additionalFields: commas(query.additionalFields),
      p: query.page ?? 1,
      ps: query.pageSize ?? 100,
    },
    { key: 'issues', item: issue },
  );
}

/**
 * Makes a transition that the issue offers, such as `falsepositive` or `reopen`, and returns the changed issue. The
 * platform has recomputed the gate when this resolves.
 */
export async function transitionIssue(
  api: Api,
  { key, transition }: { readonly key: string; readonly transition: string },
): Promise<Issue> {
  const schema = z.object({ issue });
  return (await api.post('api/issues/do_transition', { issue: key, transition }, schema)).issue;
}

export function assignIssueToMe(api: Api, key: string): Promise<void> {
  return assignIssue(api, { key, assignee: '_me' });
}

/** Assigns an issue to a login; `_me` is the user of the token. No `assignee` removes the present one. */
export async function assignIssue(
  api: Api,
  { key, assignee }: { readonly key: string; readonly assignee?: string | undefined },
): Promise<void> {
  await api.post('api/issues/assign', { issue: key, assignee }, z.unknown());
}

interface BulkChange {
  /** At most 500. */
  readonly keys: readonly string[];
  readonly transition?: string | undefined;
  /** Login. Unlike the change of one issue, this one does not know `_me`. */
  readonly assignee?: string | undefined;
  /** Added to each issue that the other parts change. */
  readonly comment?: string | undefined;
}

const bulkResult = z.object({
  total: z.number(),
  success: z.number(),
  ignored: z.number(),
  failures: z.number(),
});

/** Changes many issues. Issues that do not offer the transition are ignored and counted. */
export function bulkChangeIssues(
  api: Api,
  { keys, transition, assignee, comment }: BulkChange,
): Promise<z.output<typeof bulkResult>> {
  const change = { issues: commas(keys), do_transition: transition, assign: assignee, comment };
  return api.post('api/issues/bulk_change', change, bulkResult);
}

export async function addIssueComment(
  api: Api,
  { key, text }: { readonly key: string; readonly text: string },
): Promise<void> {
  await api.post('api/issues/add_comment', { issue: key, text }, z.unknown());
}
