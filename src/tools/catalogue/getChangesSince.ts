import * as z from 'zod';
import { searchAnalyses } from '../../core/api/analyses.ts';
import { formatPlatformDate, parsePlatformDate } from '../../core/api/dates.ts';
import { searchIssues } from '../../core/api/issues.ts';
import { newestMeasureHistory, type MeasureHistory } from '../../core/api/measureHistory.ts';
import { countFitting } from '../definition/plainText.ts';
import { projectKey } from '../definition/inputs.ts';
import { defineTool } from '../definition/tool.ts';
import { dateTime, issueRow, issueRowOf } from '../definition/rows.ts';

const watched = ['alert_status', 'violations', 'bugs', 'vulnerabilities', 'code_smells', 'coverage', 'ncloc'];

export const getChangesSince = defineTool({
  name: 'get_changes_since',
  title: 'Changes since a date',
  description: 'Analyses, changed measures and open issues created since a date or date-time.',
  toolset: 'projects',
  effect: 'read',
  input: z.strictObject({
    projectKey,
    since: z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'not a date'),
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
  async run({ api, organization, signal, progress }, { projectKey: project, since, branch }) {
    const from = formatPlatformDate(Date.parse(since));
    const { items: analyses } = await searchAnalyses(
      api,
      { project, branch, from, pageSize: 20 },
      { signal },
    );
    progress(1, 3);
    const scope = { component: project, branch };
    const history = await newestMeasureHistory(api, { ...scope, metrics: watched, count: 1_000 }, { signal });
    progress(2, 3);
    const issues = await searchIssues(
      api,
      { project, organization, branch, resolved: false, createdAfter: from, pageSize: 50 },
      { signal },
    );
    progress(3, 3);
    const rows = issues.items.map(issueRowOf);
    return {
      analyses: analyses.map(({ date, revision, events }) => ({
        date,
        revision,
        events: events.map(({ category, name }) => (name === undefined ? category : `${category}: ${name}`)),
      })),
      changes: history.flatMap((measure) => changeOf(measure, Date.parse(since))),
      createdIssues: rows.slice(0, countFitting(rows)),
      createdTotal: issues.total,
    };
  },
});

/**
 * Returns the change from the last value at or before the date to the newest value; an empty list where they are
 * equal.
 */
function changeOf(
  { metric, history }: MeasureHistory,
  since: number,
): { metric: string; from: string | undefined; to: string }[] {
  const points = history.flatMap(({ date, value }) => (value === undefined ? [] : [{ date, value }]));
  const from = points.findLast(({ date }) => (parsePlatformDate(date) ?? Infinity) <= since);
  const to = points.at(-1);
  return to === undefined || to.value === from?.value ? [] : [{ metric, from: from?.value, to: to.value }];
}
