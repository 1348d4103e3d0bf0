import * as z from 'zod';
import { getRawSource as get } from '../../core/api/sources.ts';
import { excerptOf } from '../definition/plainText.ts';
import { branchInput } from '../definition/inputs.ts';
import { defineTool } from '../definition/tool.ts';

export const getRawSource = defineTool({
  name: 'get_raw_source',
  title: 'Source of a file',
  description: 'Source text as analyzed; key is <project>:<path>.',
  toolset: 'sources',
  effect: 'read',
  input: z.strictObject({
    key: z.string().min(1),
    fromLine: z.number().int().min(1).max(10_000_000).optional(),
    ...branchInput,
  }),
  output: z.strictObject({ sourceCode: z.string(), nextLine: z.number().optional() }),
  async run({ api, signal }, { fromLine, ...scope }) {
    const { text, ...rest } = excerptOf(await get(api, scope, { signal }), fromLine);
    return { sourceCode: text, ...rest };
  },
});
