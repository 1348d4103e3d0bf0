import * as z from 'zod';
import { type Issue, searchIssues as search } from '../../core/api/issues.ts';
import { pageInput, pageOutput, readPage } from '../answers/paging.ts';
import { Problem } from '../answers/problem.ts';
import { branchInput, listOfKeys } from '../inputs.ts';
import { issueRow, issueRowOf } from '../rows.ts';
import { defineTool } from '../tool.ts';

const severities = z.enum(['INFO', 'LOW', 'MEDIUM', 'HIGH', 'BLOCKER']);
const qualities = z.enum(['MAINTAINABILITY', 'RELIABILITY', 'SECURITY']);
const statuses = z.enum(['OPEN', 'CONFIRMED', 'FALSE_POSITIVE', 'ACCEPTED', 'FIXED', 'IN_SANDBOX']);

export const searchIssues = defineTool({
  name: 'search_service_issues_in_projects',
  title: 'Search issues',
  description: 'Issues; without issueStatuses the open ones.',
  toolset: 'issues',
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
  async run({ api, organization, signal }, input) {
    const { projectKeys, issueKey, issueStatuses, pageSize, cursor, ...filters } = input;
    const { severities: impactSeverities, ...rest } = filters;
    const query = {
      ...rest,
      impactSeverities,
      issueStatuses,
      organization,
      project: projectKeys,
      keys: issueKey,
      // An issue asked for by key is wanted whatever its state.
      resolved: issueStatuses === undefined && issueKey === undefined ? false : undefined,
    };
    const page = await readPage(
      input,
      100,
      async (paging) => {
        const found = await search(api, { ...query, ...paging }, { signal });
        refuseIgnoredFilters(found.items, input);
        return found;
      },
      issueRowOf,
    );
    const { rows, ...paging } = page;
    return { issues: rows, ...paging };
  },
});

/** Platforms ignore parameters that they do not know: unfiltered issues would pass for filtered ones. */
function refuseIgnoredFilters(
  issues: readonly Issue[],
  filters: {
    readonly issueStatuses?: readonly string[] | undefined;
    readonly severities?: readonly string[] | undefined;
    readonly impactSoftwareQualities?: readonly string[] | undefined;
  },
): void {
  const ignored = [
    ...(filters.issueStatuses && issues.some(({ issueStatus }) => issueStatus === undefined)
      ? ['issueStatuses']
      : []),
    ...((filters.severities ?? filters.impactSoftwareQualities) && issues.some(({ impacts }) => !impacts)
      ? ['severities', 'impactSoftwareQualities']
      : []),
  ];
  if (ignored.length > 0)
    throw new Problem(
      `This version of the platform does not know the filters ${ignored.join(', ')}. Leave them out and choose among the rows.`,
    );
}
