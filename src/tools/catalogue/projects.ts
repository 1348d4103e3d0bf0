import * as z from 'zod';
import { searchAnalyses } from '../../core/api/analyses.ts';
import { listBranches } from '../../core/api/branches.ts';
import { searchProjects } from '../../core/api/components.ts';
import { formatPlatformDate, parsePlatformDate } from '../../core/api/dates.ts';
import { searchIssues } from '../../core/api/issues.ts';
import { type MeasureHistory, newestMeasureHistory } from '../../core/api/measures.ts';
import { listPullRequests } from '../../core/api/pullRequests.ts';
import { neutralBrand } from '../../core/brand.ts';
import { checkConnection } from '../../core/connections/check.ts';
import { baseUrlOf } from '../../core/connections/connection.ts';
import { Problem, fixes } from '../definition/fixes.ts';
import { notADate, projectKey } from '../definition/inputs.ts';
import { pageInput, pageOutput, readPage, readWhole } from '../definition/paging.ts';
import { countFitting } from '../definition/plainText.ts';
import { dateTime, issueRow, issueRowOf } from '../definition/rows.ts';
import { defineTool, type Tools } from '../definition/tool.ts';

const comparedMetrics = [
  'alert_status',
  'violations',
  'bugs',
  'vulnerabilities',
  'code_smells',
  'coverage',
  'ncloc',
];

export const projectTools: Tools = {
  get_changes_since: defineTool({
    title: 'Changes since a date',
    description: 'Analyses, changed measures and open issues created since a date or date-time.',
    effect: 'read',
    input: z.strictObject({
      projectKey,
      since: z.string().refine((text) => !Number.isNaN(Date.parse(text)), notADate),
      branch: z.string().optional(),
    }),
    output: z.strictObject({
      analyses: z.array(
        z.strictObject({ date: dateTime, revision: z.string().optional(), events: z.array(z.string()) }),
      ),
      changes: z.array(z.strictObject({ metric: z.string(), from: z.string().optional(), to: z.string() })),
      createdIssues: z.array(issueRow),
      createdTotal: z.number(),
    }),
    async run({ api, organization, progress }, { projectKey: project, since, branch }) {
      const from = formatPlatformDate(Date.parse(since));
      const { items: analyses } = await searchAnalyses(api, { project, branch, from, pageSize: 20 });
      progress(1, 3);
      const scope = { component: project, branch };
      const history = await newestMeasureHistory(api, { ...scope, metrics: comparedMetrics, count: 1_000 });
      progress(2, 3);
      const issues = await searchIssues(api, {
        project,
        organization,
        branch,
        resolved: false,
        createdAfter: from,
        pageSize: 50,
      });
      progress(3, 3);
      const rows = issues.items.map(issueRowOf);
      return {
        analyses: analyses.map(({ date, revision, events }) => ({
          date,
          revision,
          events: events.map(({ category, name }) =>
            name === undefined ? category : `${category}: ${name}`,
          ),
        })),
        changes: history.flatMap((measure) => changeOf(measure, Date.parse(since))),
        createdIssues: rows.slice(0, countFitting(rows)),
        createdTotal: issues.total,
      };
    },
  }),
  list_branches: defineTool({
    title: 'List branches',
    description: 'Branches of a project with gate status.',
    effect: 'read',
    input: z.strictObject({ projectKey, ...pageInput }),
    output: z.strictObject({
      branches: z.array(
        z.strictObject({
          name: z.string(),
          isMain: z.boolean(),
          gate: z.string().optional(),
          analysedAt: dateTime.optional(),
        }),
      ),
      ...pageOutput,
    }),
    async run({ api }, input) {
      const branches = await listBranches(api, input.projectKey);
      const { rows, ...rest } = await readWhole(input, branches, ({ name, isMain, gate, analysedAt }) => ({
        name,
        isMain,
        gate,
        analysedAt: analysedAt === undefined ? undefined : new Date(analysedAt).toISOString(),
      }));
      return { branches: rows, ...rest };
    },
  }),
  list_pull_requests: defineTool({
    title: 'List pull requests',
    description: 'Analyzed pull requests of a project with gate status.',
    effect: 'read',
    input: z.strictObject({ projectKey, ...pageInput }),
    output: z.strictObject({
      pullRequests: z.array(
        z.strictObject({
          key: z.string(),
          title: z.string().optional(),
          branch: z.string().optional(),
          base: z.string().optional(),
          gate: z.string().optional(),
          analysedAt: dateTime.optional(),
        }),
      ),
      ...pageOutput,
    }),
    async run({ api }, input) {
      const found = await listPullRequests(api, input.projectKey);
      if (!found)
        throw new Problem('This edition of the platform analyzes only the main branch. Omit pullRequest.');
      const { rows, ...rest } = await readWhole(
        input,
        found,
        ({ key, title, branch, base, status, analysisDate }) => ({
          key,
          title,
          branch,
          base,
          gate: status?.qualityGateStatus,
          analysedAt: analysisDate,
        }),
      );
      return { pullRequests: rows, ...rest };
    },
  }),
  /** Makes the same check as connected mode. A platform that merely answers does not prove that the token is valid. */
  ping_system: defineTool({
    title: 'Check the connection',
    description: 'Checks address, token and organization.',
    effect: 'read',
    input: z.strictObject({}),
    output: z.strictObject({
      response: z.literal('pong'),
      url: z.string(),
      version: z.string().optional(),
      login: z.string().optional(),
    }),
    async run({ api, target, token }) {
      const url = baseUrlOf(target, neutralBrand.cloud);
      const place = { kind: target.kind, url };
      const result = await checkConnection(target, token, api);
      switch (result.state) {
        case 'connected':
          return {
            response: 'pong' as const,
            url: api.baseUrl,
            version: result.version,
            login: result.login,
          };
        case 'starting':
        case 'versionTooOld':
          throw new Problem(fixes.unready(place, result));
        case 'organizationNotFound':
          throw new Problem(fixes.organizationNotFound(result.organizationKey));
        case 'wrongTokenKind':
          throw new Problem(fixes.wrongTokenKind(place, result.kind));
        case 'tokenMissing':
        case 'tokenRefused':
          throw new Problem(fixes.tokenRefused(place));
        case 'unreachable':
          throw result.failure;
      }
    },
  }),
  search_my_service_projects: defineTool({
    title: 'Search projects',
    description: 'Projects that the user can see; q: part of a name, or a complete key.',
    effect: 'read',
    input: z.strictObject({ q: z.string().optional(), ...pageInput }),
    output: z.strictObject({
      projects: z.array(z.strictObject({ key: z.string(), name: z.string() })),
      ...pageOutput,
    }),
    async run({ api, organization }, input) {
      const { rows, ...rest } = await readPage(
        input,
        100,
        (page) => searchProjects(api, { text: input.q ?? '', organization, ...page }),
        ({ key, name }) => ({ key, name }),
      );
      return { projects: rows, ...rest };
    },
  }),
};

/** Returns the change from the last value at or before the date to the newest; empty if they are equal. */
function changeOf(
  { metric, history }: MeasureHistory,
  since: number,
): { metric: string; from: string | undefined; to: string }[] {
  const points = history.flatMap(({ date, value }) => (value === undefined ? [] : [{ date, value }]));
  const from = points.findLast(({ date }) => (parsePlatformDate(date) ?? Infinity) <= since);
  const to = points.at(-1);
  return to === undefined || to.value === from?.value ? [] : [{ metric, from: from?.value, to: to.value }];
}
