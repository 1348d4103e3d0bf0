import * as z from 'zod';
import { listPullRequests as list } from '../../core/api/pullRequests.ts';
import { pageInput, pageOutput, readWhole } from '../definition/paging.ts';
import { Problem } from '../definition/fixes.ts';
import { projectKey } from '../definition/inputs.ts';
import { dateTime } from '../definition/rows.ts';
import { defineTool } from '../definition/tool.ts';

export const listPullRequests = defineTool({
  name: 'list_pull_requests',
  title: 'List pull requests',
  description: 'Analyzed pull requests of a project with gate status.',
  toolset: 'projects',
  effect: 'read',
  input: z.strictObject({ projectKey, ...pageInput }),
  output: z.strictObject({
    pullRequests: z.array(
      z.strictObject({
        key: z.string(),
        title: z.string().optional(),
        branch: z.string().optional(),
        base: z.string().optional(),
        gate: z.string().optional(),
        analysedAt: dateTime.optional(),
      }),
    ),
    ...pageOutput,
  }),
  async run({ api, signal }, input) {
    const found = await list(api, input.projectKey, { signal });
    if (!found)
      throw new Problem('This edition of the platform analyzes only the main branch. Omit pullRequest.');
    const { rows, ...rest } = await readWhole(
      input,
      found,
      ({ key, title, branch, base, status, analysisDate }) => ({
        key,
        title,
        branch,
        base,
        gate: status?.qualityGateStatus,
        analysedAt: analysisDate,
      }),
    );
    return { pullRequests: rows, ...rest };
  },
});
