import * as z from 'zod';
import { searchProjects } from '../../core/api/components.ts';
import { projectsPerRequest, searchGateStatuses } from '../../core/api/measures.ts';
import { pageInput, pageOutput, readPage, readWhole } from '../definition/paging.ts';
import { listOfKeys } from '../definition/inputs.ts';
import { defineTool } from '../definition/tool.ts';

const none: Awaited<ReturnType<typeof searchGateStatuses>> = new Map();

export const listGateStatuses = defineTool({
  name: 'list_project_gate_statuses',
  title: 'Gate statuses of several projects',
  description: 'Live gate statuses of the given projects, or of all; NONE: never analyzed or not visible.',
  toolset: 'quality-gates',
  effect: 'read',
  input: z.strictObject({ projectKeys: listOfKeys.optional(), ...pageInput }),
  output: z.strictObject({
    gates: z.array(z.strictObject({ projectKey: z.string(), status: z.string() })),
    ...pageOutput,
  }),
  async run({ api, organization, signal }, input) {
    const statusesOf = async (keys: readonly string[]): Promise<{ projectKey: string; status: string }[]> => {
      const statuses = keys.length === 0 ? none : await searchGateStatuses(api, keys, { signal });
      return keys.map((key) => ({ projectKey: key, status: statuses.get(key) ?? 'NONE' }));
    };
    const { rows, ...rest } = input.projectKeys
      ? await readWhole(input, await statusesOf([...new Set(input.projectKeys)]), (row) => row)
      : await readPage(
          // The page size keeps it at one request of statuses per page.
          { ...input, pageSize: Math.min(input.pageSize ?? projectsPerRequest, projectsPerRequest) },
          projectsPerRequest,
          async (page) => {
            const { items, total } = await searchProjects(api, { organization, ...page }, { signal });
            return { items: await statusesOf(items.map(({ key }) => key)), total };
          },
          (row) => row,
        );
    return { gates: rows, ...rest };
  },
});
