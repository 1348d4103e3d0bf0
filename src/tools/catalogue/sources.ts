import * as z from 'zod';
import { getRawSource, getScmLines } from '../../core/api/sources.ts';
import { branchInput, fileKey } from '../definition/inputs.ts';
import { countFitting, excerptOf } from '../definition/plainText.ts';
import { dateTime } from '../definition/rows.ts';
import { defineTool, type Tools } from '../definition/tool.ts';

export const sourceTools: Tools = {
  get_raw_source: defineTool({
    title: 'Source of a file',
    description: 'Source text as analyzed; key is <project>:<path>.',
    effect: 'read',
    input: z.strictObject({
      key: fileKey,
      fromLine: z.number().int().min(1).max(10_000_000).optional(),
      ...branchInput,
    }),
    output: z.strictObject({ sourceCode: z.string(), nextLine: z.number().optional() }),
    async run({ api }, { fromLine, ...scope }) {
      const { text, ...rest } = excerptOf(await getRawSource(api, scope), fromLine);
      return { sourceCode: text, ...rest };
    },
  }),
  get_scm_info: defineTool({
    title: 'Blame of a file',
    description: 'Last change of each line; key is <project>:<path>.',
    effect: 'read',
    input: z.strictObject({
      key: fileKey,
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
    async run({ api }, input) {
      const lines = await getScmLines(api, input);
      const count = countFitting(lines);
      return { scmLines: lines.slice(0, count), cutAtLine: lines[count]?.line };
    },
  }),
};
