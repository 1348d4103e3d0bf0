import * as z from 'zod';
import { searchMeasureHistory } from '../../core/api/measureHistory.ts';
import { pageInput, pageOutput, readPage } from '../definition/paging.ts';
import { branchInput, dateInput, listOfKeys, projectKey } from '../definition/inputs.ts';
import { dateTime } from '../definition/rows.ts';
import { defineTool } from '../definition/tool.ts';

export const getMeasuresHistory = defineTool({
  name: 'get_measures_history',
  title: 'Measures over time',
  description: 'Measures at each analysis, oldest first; from and to are dates.',
  toolset: 'measures',
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
  async run({ api, signal }, input) {
    const { projectKey: component, metricKeys: metrics, from, to, branch, pullRequest } = input;
    const query = { component, metrics, from, to, branch, pullRequest };
    const { rows, ...rest } = await readPage(
      input,
      100,
      async (page) => {
        const { items, total } = await searchMeasureHistory(api, { ...query, ...page }, { signal });
        return { items: byDate(items), total };
      },
      (row) => row,
    );
    return { history: rows, ...rest };
  },
});

/**
 * Groups the values by analysis. The platform groups them by metric, but an agent reads one analysis after the other.
 */
function byDate(
  measures: Awaited<ReturnType<typeof searchMeasureHistory>>['items'],
): { date: string; values: Record<string, string> }[] {
  const rows = new Map<string, Record<string, string>>();
  for (const { metric, history } of measures)
    for (const { date, value } of history) {
      const values = rows.get(date) ?? {};
      rows.set(date, values);
      if (value !== undefined) values[metric] = value;
    }
  return [...rows].map(([date, values]) => ({ date, values }));
}
