import * as z from 'zod';
import { listEnterprises, searchEnterprisePortfolios, searchPortfolios } from '../../core/api/portfolios.ts';
import { Problem } from '../definition/fixes.ts';
import { pageInput, pageOutput, readPage } from '../definition/paging.ts';
import { defineTool, type Tools } from '../definition/tool.ts';

export const portfolioTools: Tools = {
  list_enterprises: defineTool({
    title: 'List enterprises',
    description: 'Enterprises of the user in the cloud.',
    effect: 'read',
    only: 'cloud',
    input: z.strictObject({ enterpriseKey: z.string().optional() }),
    output: z.strictObject({
      enterprises: z.array(z.strictObject({ id: z.string(), key: z.string(), name: z.string() })),
    }),
    async run({ v2 }, { enterpriseKey: key }) {
      const enterprises = await listEnterprises(v2, { key });
      return {
        enterprises: enterprises.map(({ id, key: name, name: title }) => ({ id, key: name, name: title })),
      };
    },
  }),
  list_portfolios: defineTool({
    title: 'List portfolios',
    description: 'Portfolios; in the cloud those of an enterprise, by its ID.',
    effect: 'read',
    input: z.strictObject({ q: z.string().optional(), enterpriseId: z.string().optional(), ...pageInput }),
    output: z.strictObject({
      portfolios: z.array(z.strictObject({ key: z.string(), name: z.string() })),
      ...pageOutput,
    }),
    async run({ api, v2, target }, input) {
      const { q: text, enterpriseId: enterprise } = input;
      if (target.kind === 'cloud' && enterprise === undefined)
        throw new Problem('Pass enterpriseId: list_enterprises returns the enterprises with their IDs.');
      const { rows, ...rest } = await readPage(
        input,
        50,
        (page) =>
          enterprise === undefined
            ? searchPortfolios(api, { text, ...page })
            : searchEnterprisePortfolios(v2, { enterprise, text, ...page }),
        ({ key, name }) => ({ key, name }),
      );
      return { portfolios: rows, ...rest };
    },
  }),
};
