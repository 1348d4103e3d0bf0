import * as z from 'zod';
import {
  type Issue,
  type IssueQuery,
  addIssueComment,
  issueStatusOf,
  oldSeverities,
  searchIssues,
  transitionIssue,
} from '../../core/api/issues.ts';
import type { Api } from '../../core/api/client.ts';
import { showProject } from '../../core/api/components.ts';
import { Failure } from '../../core/failures.ts';
import { Problem } from '../definition/fixes.ts';
import { branchInput, listOfKeys } from '../definition/inputs.ts';
import { pageInput, pageOutput, readPage } from '../definition/paging.ts';
import { issueRow, issueRowOf } from '../definition/rows.ts';
import { defineTool, type Tools } from '../definition/tool.ts';
import { issueStatuses, withTransition } from './issueChanges.ts';

/** The older names are accepted too: platforms before 10.2 and their rules still use them. */
const severities = z.enum(['INFO', 'LOW', 'MEDIUM', 'HIGH', 'BLOCKER', 'MINOR', 'MAJOR', 'CRITICAL']);
const qualities = z.enum(['MAINTAINABILITY', 'RELIABILITY', 'SECURITY']);
const statuses = z.enum(['OPEN', 'CONFIRMED', 'FALSE_POSITIVE', 'ACCEPTED', 'FIXED', 'IN_SANDBOX']);

export const issueTools: Tools = {
  change_service_issue_status: defineTool({
    title: 'Change the status of an issue',
    description: 'Accepts an issue, marks it a false positive or reopens it.',
    effect: 'set',
    input: z.strictObject({
      key: z.string().min(1),
      status: z.enum(issueStatuses),
      comment: z.string().min(1).optional(),
    }),
    output: z.strictObject({ issueKey: z.string(), newStatus: z.string() }),
    async run({ api }, { key, status, comment }) {
      const issue = await withTransition(status, (transition) => transitionIssue(api, { key, transition }));
      const newStatus = issueStatusOf(issue);
      if (comment !== undefined)
        await addIssueComment(api, { key, text: comment }).catch((error: unknown) => {
          if (!Failure.is(error)) throw error;
          throw new Problem(
            `The status is now ${newStatus}, but the comment was not added: ${error.message}`,
          );
        });
      return { issueKey: issue.key, newStatus };
    },
  }),
  search_service_issues_in_projects: defineTool({
    title: 'Search issues',
    description: 'Issues; without issueStatuses the open ones.',
    effect: 'read',
    input: z.strictObject({
      projectKeys: listOfKeys.optional(),
      files: listOfKeys.optional(),
      ...branchInput,
      severities: z.array(severities).optional(),
      impactSoftwareQualities: z.array(qualities).optional(),
      issueStatuses: z.array(statuses).optional(),
      issueKey: listOfKeys.optional(),
      newCode: z.boolean().optional(),
      ...pageInput,
    }),
    output: z.strictObject({ issues: z.array(issueRow), ...pageOutput }),
    async run({ api, organization }, input) {
      const { projectKeys, issueKey, issueStatuses, pageSize, cursor, ...filters } = input;
      const { severities: wanted, ...rest } = filters;
      const impactSeverities = wanted?.map((severity) => newSeverities[severity] ?? severity);
      const query = {
        ...rest,
        impactSeverities,
        issueStatuses,
        organization,
        project: projectKeys,
        keys: issueKey,
        // An issue that is requested by key is returned in every state.
        resolved: issueStatuses === undefined && issueKey === undefined ? false : undefined,
      };
      const page = await readPage(
        input,
        100,
        async (paging) => {
          const found = await searchIssues(api, { ...query, ...paging });
          refuseIgnoredStatuses(found.items, input);
          return ignoresImpacts(found.items, input)
            ? searchIssues(api, { ...query, ...withoutImpacts(input), ...paging })
            : found;
        },
        issueRowOf,
      );
      const { rows, ...paging } = page;
      if (page.total === 0) await requireShown(api, input);
      return { issues: rows, ...paging };
    },
  }),
};

/**
 * Rejects with `notFound` for a project, branch or pull request that the platform does not know. A search for its issues
 * does not fail but finds nothing, which an agent would take for a project without issues.
 */
async function requireShown(
  api: Api,
  {
    projectKeys = [],
    ...scope
  }: {
    readonly projectKeys?: readonly string[] | undefined;
    readonly branch?: string | undefined;
    readonly pullRequest?: string | undefined;
  },
): Promise<void> {
  for (const key of projectKeys) await showProject(api, key, scope);
}

type Filters = Readonly<
  Partial<Record<'issueStatuses' | 'severities' | 'impactSoftwareQualities', readonly string[] | undefined>>
>;

/** @throws {Problem} if the platform ignored the status filter, as platforms do with parameters unknown to them. */
function refuseIgnoredStatuses(issues: readonly Issue[], { issueStatuses }: Filters): void {
  if (issueStatuses && issues.some(({ issueStatus }) => issueStatus === undefined))
    throw new Problem(
      'This version of the platform does not support issueStatuses. Omit it and filter the rows.',
    );
}

/** Whether the platform is older than impacts (10.2) and ignored the filters by impact. */
function ignoresImpacts(
  issues: readonly Issue[],
  { severities: wanted, impactSoftwareQualities }: Filters,
): boolean {
  return (wanted ?? impactSoftwareQualities) !== undefined && issues.some(({ impacts }) => !impacts);
}

/** The same filters in the older terms that such a platform knows. */
function withoutImpacts({ severities: wanted, impactSoftwareQualities }: Filters): Partial<IssueQuery> {
  return {
    impactSeverities: undefined,
    impactSoftwareQualities: undefined,
    severities: wanted?.map((severity) => oldSeverities[severity] ?? severity),
    types: impactSoftwareQualities?.map((quality) => oldTypes[quality] ?? quality),
  };
}

const newSeverities: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(oldSeverities).map(([impact, old]) => [old, impact]),
);
/** The platforms derive impacts from the older types by the same table. */
const oldTypes: Readonly<Record<string, string>> = {
  MAINTAINABILITY: 'CODE_SMELL',
  RELIABILITY: 'BUG',
  SECURITY: 'VULNERABILITY',
};
