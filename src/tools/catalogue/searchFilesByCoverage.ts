import * as z from 'zod';
import { searchFileMeasures } from '../../core/api/componentMeasures.ts';
import { pageInput, pageOutput, readPage } from '../answers/paging.ts';
import { branchInput, projectKey } from '../inputs.ts';
import { defineTool } from '../tool.ts';

const metrics = ['coverage', 'uncovered_lines', 'lines_to_cover', 'uncovered_conditions'];

export const searchFilesByCoverage = defineTool({
  name: 'search_files_by_coverage',
  title: 'Files by coverage',
  description: 'Files by test coverage, worst first.',
  toolset: 'coverage',
  effect: 'read',
  input: z.strictObject({
    projectKey,
    maxCoverage: z.number().min(0).max(100).optional(),
    ...branchInput,
    ...pageInput,
  }),
  output: z.strictObject({
    filesByCoverage: z.array(
      z.strictObject({
        path: z.string(),
        coverage: z.number(),
        uncoveredLines: z.number().optional(),
        linesToCover: z.number().optional(),
        uncoveredBranches: z.number().optional(),
      }),
    ),
    projectCoverage: z.number().optional(),
    ...pageOutput,
  }),
  async run({ api, signal }, input) {
    const { projectKey: component, branch, pullRequest, maxCoverage = 100 } = input;
    const query = { component, branch, pullRequest, metrics, sort: 'coverage', ascending: true };
    let projectCoverage: number | undefined;
    const { rows, ...rest } = await readPage(
      input,
      100,
      async (page) => {
        const { base, items, total } = await searchFileMeasures(api, { ...query, ...page }, { signal });
        projectCoverage = numberOf(base.measures.coverage);
        const wanted = items.filter(({ measures }) => Number(measures.coverage) <= maxCoverage);
        // Sorted: once a file is above the limit, so are all that follow.
        return { items: wanted, total: wanted.length < items.length ? 0 : total };
      },
      ({ key, path, measures }) => ({
        path: path ?? key,
        coverage: Number(measures.coverage),
        uncoveredLines: numberOf(measures.uncovered_lines),
        linesToCover: numberOf(measures.lines_to_cover),
        uncoveredBranches: numberOf(measures.uncovered_conditions),
      }),
    );
    return { filesByCoverage: rows, projectCoverage, ...rest };
  },
});

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
