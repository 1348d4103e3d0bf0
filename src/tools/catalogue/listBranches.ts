import * as z from 'zod';
import { listBranches as list } from '../../core/api/branches.ts';
import { pageInput, pageOutput, readWhole } from '../definition/paging.ts';
import { projectKey } from '../definition/inputs.ts';
import { dateTime } from '../definition/rows.ts';
import { defineTool } from '../definition/tool.ts';

export const listBranches = defineTool({
  name: 'list_branches',
  title: 'List branches',
  description: 'Branches of a project with gate status.',
  toolset: 'projects',
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
  async run({ api, signal }, input) {
    const branches = await list(api, input.projectKey, { signal });
    const { rows, ...rest } = await readWhole(input, branches, ({ name, isMain, gate, analysedAt }) => ({
      name,
      isMain,
      gate,
      analysedAt: analysedAt === undefined ? undefined : new Date(analysedAt).toISOString(),
    }));
    return { branches: rows, ...rest };
  },
});
