import * as z from 'zod';
import { listEnterprises as list } from '../../core/api/portfolios.ts';
import { defineTool } from '../definition/tool.ts';

export const listEnterprises = defineTool({
  name: 'list_enterprises',
  title: 'List enterprises',
  description: 'Enterprises of the user in the cloud.',
  toolset: 'portfolios',
  effect: 'read',
  only: 'cloud',
  input: z.strictObject({ enterpriseKey: z.string().optional() }),
  output: z.strictObject({
    enterprises: z.array(z.strictObject({ id: z.string(), key: z.string(), name: z.string() })),
  }),
  async run({ v2, signal }, { enterpriseKey: key }) {
    const enterprises = await list(v2, { key }, { signal });
    return {
      enterprises: enterprises.map(({ id, key: name, name: title }) => ({ id, key: name, name: title })),
    };
  },
});
