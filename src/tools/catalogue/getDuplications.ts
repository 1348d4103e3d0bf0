import * as z from 'zod';
import { showDuplications } from '../../core/api/duplications.ts';
import { countFitting } from '../definition/plainText.ts';
import { branchInput } from '../definition/inputs.ts';
import { defineTool } from '../definition/tool.ts';

export const getDuplications = defineTool({
  name: 'get_duplications',
  title: 'Duplicated blocks of a file',
  description: 'Groups of identical blocks; key is <project>:<path>.',
  toolset: 'duplications',
  effect: 'read',
  input: z.strictObject({ key: z.string().min(1), ...branchInput }),
  output: z.strictObject({
    duplications: z.array(
      z.array(z.strictObject({ file: z.string().optional(), from: z.number(), size: z.number() })),
    ),
    groups: z.number(),
  }),
  async run({ api, signal }, scope) {
    const groups = await showDuplications(api, scope, { signal });
    const rows = groups.map((blocks) => blocks.map(({ file, from, size }) => ({ file, from, size })));
    return { duplications: rows.slice(0, countFitting(rows)), groups: groups.length };
  },
});
