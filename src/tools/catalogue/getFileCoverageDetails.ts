import * as z from 'zod';
import { getSourceLines } from '../../core/api/sources.ts';
import { branchInput } from '../definition/inputs.ts';
import { defineTool } from '../definition/tool.ts';

export const getFileCoverageDetails = defineTool({
  name: 'get_file_coverage_details',
  title: 'Uncovered lines of a file',
  description: 'Lines and branches without test coverage; key is <project>:<path>.',
  toolset: 'coverage',
  effect: 'read',
  input: z.strictObject({ key: z.string().min(1), ...branchInput }),
  output: z.strictObject({
    linesToCover: z.number(),
    uncoveredLines: z.array(z.number()),
    partlyCoveredLines: z.array(z.number()),
  }),
  async run({ api, signal }, scope) {
    const lines = await getSourceLines(api, scope, { signal });
    const countable = lines.filter(({ lineHits }) => lineHits !== undefined);
    const partly = countable.filter(
      ({ lineHits = 0, conditions = 0, coveredConditions = 0 }) =>
        lineHits > 0 && coveredConditions < conditions,
    );
    return {
      linesToCover: countable.length,
      uncoveredLines: countable.filter(({ lineHits }) => lineHits === 0).map(({ line }) => line),
      partlyCoveredLines: partly.map(({ line }) => line),
    };
  },
});
