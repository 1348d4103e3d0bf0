import * as z from 'zod';
import { showDuplications } from '../../core/api/duplications.ts';
import { branchInput, fileKey, projectKey } from '../definition/inputs.ts';
import { readLeadingFiles } from '../definition/leadingRows.ts';
import { pageInput, pageOutput } from '../definition/paging.ts';
import { countFitting } from '../definition/plainText.ts';
import { defineTool, type Tools } from '../definition/tool.ts';

const metrics = ['duplicated_lines', 'duplicated_blocks', 'duplicated_lines_density'];

export const duplicationTools: Tools = {
  get_duplications: defineTool({
    title: 'Duplicated blocks of a file',
    description: 'Groups of identical blocks; key is <project>:<path>.',
    effect: 'read',
    input: z.strictObject({ key: fileKey, ...branchInput }),
    output: z.strictObject({
      duplications: z.array(
        z.array(z.strictObject({ file: z.string().optional(), from: z.number(), size: z.number() })),
      ),
      groups: z.number(),
    }),
    async run({ api }, scope) {
      const groups = await showDuplications(api, scope);
      const rows = groups.map((blocks) => blocks.map(({ file, from, size }) => ({ file, from, size })));
      return { duplications: rows.slice(0, countFitting(rows)), groups: groups.length };
    },
  }),
  search_duplicated_files: defineTool({
    title: 'Duplicated files',
    description: 'Files with duplicated lines, most duplicated first.',
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
    async run(call, input) {
      const { rows, ...rest } = await readLeadingFiles(call, input, {
        metrics,
        sort: 'duplicated_lines',
        ascending: false,
        isWanted: ({ measures }) => Number(measures.duplicated_lines) > 0,
        row: ({ key, path, measures }) => ({
          key,
          path: path ?? key,
          duplicatedLines: Number(measures.duplicated_lines),
          duplicatedBlocks: Number(measures.duplicated_blocks ?? 0),
          density: Number(measures.duplicated_lines_density ?? 0),
        }),
      });
      return { duplicatedFiles: rows, ...rest };
    },
  }),
};
