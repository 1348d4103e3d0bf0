import * as z from 'zod';
import { getComponentMeasures } from '../../core/api/measures.ts';
import { getSourceLines } from '../../core/api/sources.ts';
import { branchInput, fileKey, projectKey } from '../definition/inputs.ts';
import { readLeadingFiles } from '../definition/leadingRows.ts';
import { pageInput, pageOutput } from '../definition/paging.ts';
import { defineTool, type Tools } from '../definition/tool.ts';

const coverageMetrics = ['coverage', 'uncovered_lines', 'lines_to_cover', 'uncovered_conditions'];

export const coverageTools: Tools = {
  get_file_coverage_details: defineTool({
    title: 'Uncovered lines of a file',
    description: 'Lines and branches without test coverage; key is <project>:<path>.',
    effect: 'read',
    input: z.strictObject({ key: fileKey, ...branchInput }),
    output: z.strictObject({
      linesToCover: z.number(),
      uncoveredLines: z.array(z.number()),
      partlyCoveredLines: z.array(z.number()),
    }),
    async run({ api }, scope) {
      const lines = await getSourceLines(api, scope);
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
  }),
  search_files_by_coverage: defineTool({
    title: 'Files by coverage',
    description: 'Files by test coverage, lowest first.',
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
    async run(call, input) {
      const { projectKey: component, branch, pullRequest, maxCoverage = 100 } = input;
      const whole = await getComponentMeasures(call.api, {
        component,
        branch,
        pullRequest,
        metrics: ['coverage'],
      });
      const { rows, ...rest } = await readLeadingFiles(call, input, {
        metrics: coverageMetrics,
        sort: 'coverage',
        ascending: true,
        isWanted: ({ measures }) => Number(measures.coverage) <= maxCoverage,
        row: ({ key, path, measures }) => ({
          path: path ?? key,
          coverage: Number(measures.coverage),
          uncoveredLines: numberOf(measures.uncovered_lines),
          linesToCover: numberOf(measures.lines_to_cover),
          uncoveredBranches: numberOf(measures.uncovered_conditions),
        }),
      });
      return { filesByCoverage: rows, projectCoverage: numberOf(whole.measures.coverage), ...rest };
    },
  }),
};

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
