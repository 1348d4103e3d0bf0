import * as z from 'zod';
import { getComponentMeasures, searchMeasureHistory } from '../../core/api/measures.ts';
import { searchMetrics } from '../../core/api/metrics.ts';
import { branchInput, dateInput, listOfKeys, projectKey } from '../definition/inputs.ts';
import { pageInput, pageOutput, readPage } from '../definition/paging.ts';
import { dateTime } from '../definition/rows.ts';
import { defineTool, type Tools } from '../definition/tool.ts';

const defaultMetrics = [
  'alert_status',
  'ncloc',
  'coverage',
  'duplicated_lines_density',
  'violations',
  'bugs',
  'vulnerabilities',
  'code_smells',
  'security_hotspots',
];

export const measureTools: Tools = {
  get_component_measures: defineTool({
    title: 'Measures',
    description: 'Live measures of a project, or of a file by its path.',
    effect: 'read',
    input: z.strictObject({
      projectKey,
      path: z.string().optional(),
      metricKeys: listOfKeys.min(1).optional(),
      ...branchInput,
    }),
    output: z.strictObject({ component: z.string(), measures: z.record(z.string(), z.string()) }),
    async run(
      { api },
      { projectKey: project, path, metricKeys: metrics = defaultMetrics, branch, pullRequest },
    ) {
      const component = path === undefined ? project : `${project}:${path}`;
      const { key, measures } = await getComponentMeasures(api, { component, branch, pullRequest, metrics });
      return { component: key, measures: { ...measures } };
    },
  }),
  get_measures_history: defineTool({
    title: 'Measures over time',
    description: 'Measures at each analysis, oldest first; from and to are dates.',
    effect: 'read',
    input: z.strictObject({
      projectKey,
      metricKeys: listOfKeys.min(1),
      from: dateInput.optional(),
      to: dateInput.optional(),
      ...branchInput,
      ...pageInput,
    }),
    output: z.strictObject({
      history: z.array(z.strictObject({ date: dateTime, values: z.record(z.string(), z.string()) })),
      ...pageOutput,
    }),
    async run({ api }, input) {
      const { projectKey: component, metricKeys: metrics, from, to, branch, pullRequest } = input;
      const query = { component, metrics, from, to, branch, pullRequest };
      const { rows, ...rest } = await readPage(
        input,
        100,
        async (page) => {
          const { items, total } = await searchMeasureHistory(api, { ...query, ...page });
          return { items: groupByDate(items), total };
        },
        (row) => row,
      );
      return { history: rows, ...rest };
    },
  }),
  search_metrics: defineTool({
    title: 'List metrics',
    description: 'Keys and descriptions of all metrics.',
    effect: 'read',
    input: z.strictObject({ ...pageInput }),
    output: z.strictObject({
      metrics: z.array(z.strictObject({ key: z.string(), name: z.string(), type: z.string() })),
      ...pageOutput,
    }),
    async run({ api }, input) {
      const { rows, ...rest } = await readPage(
        input,
        500,
        (page) => searchMetrics(api, page),
        ({ key, name, type }) => ({ key, name, type }),
      );
      return { metrics: rows, ...rest };
    },
  }),
};

/** Groups the values by analysis, not by metric: an agent reads one analysis after the other. */
function groupByDate(
  measures: Awaited<ReturnType<typeof searchMeasureHistory>>['items'],
): { date: string; values: Record<string, string> }[] {
  const rows = new Map<string, Record<string, string>>();
  for (const { metric, history } of measures) {
    for (const { date, value } of history) {
      const values = rows.get(date) ?? {};
      rows.set(date, values);
      if (value !== undefined) values[metric] = value;
    }
  }
  return [...rows].map(([date, values]) => ({ date, values }));
}
