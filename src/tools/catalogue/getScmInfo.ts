import * as z from 'zod';
import { getScmLines } from '../../core/api/sources.ts';
import { countFitting } from '../definition/plainText.ts';
import { branchInput } from '../definition/inputs.ts';
import { dateTime } from '../definition/rows.ts';
import { defineTool } from '../definition/tool.ts';

export const getScmInfo = defineTool({
  name: 'get_scm_info',
  title: 'Blame of a file',
  description: 'Last change of each line; key is <project>:<path>.',
  toolset: 'sources',
  effect: 'read',
  input: z.strictObject({
    key: z.string().min(1),
    from: z.number().int().min(1).max(10_000_000).optional(),
    to: z.number().int().min(1).max(10_000_000).optional(),
    everyLine: z.boolean().optional(),
    ...branchInput,
  }),
  output: z.strictObject({
    scmLines: z.array(
      z.strictObject({ line: z.number(), author: z.string(), date: dateTime, revision: z.string() }),
    ),
    cutAtLine: z.number().optional(),
  }),
  async run({ api, signal }, input) {
    const lines = await getScmLines(api, input, { signal });
    const count = countFitting(lines);
    return { scmLines: lines.slice(0, count), cutAtLine: lines[count]?.line };
  },
});
