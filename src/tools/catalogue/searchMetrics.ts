import * as z from 'zod';
import { searchMetrics as search } from '../../core/api/metrics.ts';
import { pageInput, pageOutput, readPage } from '../definition/paging.ts';
import { defineTool } from '../definition/tool.ts';

export const searchMetrics = defineTool({
  name: 'search_metrics',
  title: 'List metrics',
  description: 'Keys and descriptions of all metrics.',
  toolset: 'measures',
  effect: 'read',
  input: z.strictObject({ ...pageInput }),
  output: z.strictObject({
    metrics: z.array(z.strictObject({ key: z.string(), name: z.string(), type: z.string() })),
    ...pageOutput,
  }),
  async run({ api, signal }, input) {
    const { rows, ...rest } = await readPage(
      input,
      500,
      (page) => search(api, page, { signal }),
      ({ key, name, type }) => ({ key, name, type }),
    );
    return { metrics: rows, ...rest };
  },
});
