import * as z from 'zod';
import { searchFileMeasures } from '../../core/api/componentMeasures.ts';
import { readLeadingRows } from '../definition/leadingRows.ts';
import { pageInput, pageOutput, readPage } from '../definition/paging.ts';
import { branchInput, projectKey } from '../definition/inputs.ts';
import { defineTool } from '../definition/tool.ts';

const metrics = ['duplicated_lines', 'duplicated_blocks', 'duplicated_lines_density'];

export const searchDuplicatedFiles = defineTool({
  name: 'search_duplicated_files',
  title: 'Duplicated files',
  description: 'Files with duplicated lines, most duplicated first.',
  toolset: 'duplications',
  effect: 'read',
  input: z.strictObject({ projectKey, ...branchInput, ...pageInput }),
  output: z.strictObject({
    duplicatedFiles: z.array(
      z.strictObject({
        key: z.string(),
        path: z.string(),
        duplicatedLines: z.number(),
        duplicatedBlocks: z.number(),
        density: z.number().optional(),
      }),
    ),
    ...pageOutput,
  }),
  async run({ api, signal }, input) {
    const { projectKey: component, branch, pullRequest } = input;
    const query = { component, branch, pullRequest, metrics, sort: 'duplicated_lines', ascending: false };
    const { rows, ...rest } = await readPage(
      input,
      100,
      (page) =>
        readLeadingRows(
          page,
          (request) => searchFileMeasures(api, { ...query, ...request }, { signal }),
          ({ measures }) => Number(measures.duplicated_lines) > 0,
        ),
      ({ key, path, measures }) => ({
        key,
        path: path ?? key,
        duplicatedLines: Number(measures.duplicated_lines),
        duplicatedBlocks: Number(measures.duplicated_blocks ?? 0),
        density: Number(measures.duplicated_lines_density ?? 0),
      }),
    );
    return { duplicatedFiles: rows, ...rest };
  },
});
