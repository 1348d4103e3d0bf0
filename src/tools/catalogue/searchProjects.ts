import * as z from 'zod';
import { searchProjects as search } from '../../core/api/components.ts';
import { pageInput, pageOutput, readPage } from '../definition/paging.ts';
import { defineTool } from '../definition/tool.ts';

export const searchProjects = defineTool({
  name: 'search_my_service_projects',
  title: 'Search projects',
  description: 'Projects that the user can see; q: part of a name, or a complete key.',
  toolset: 'projects',
  effect: 'read',
  input: z.strictObject({ q: z.string().optional(), ...pageInput }),
  output: z.strictObject({
    projects: z.array(z.strictObject({ key: z.string(), name: z.string() })),
    ...pageOutput,
  }),
  async run({ api, organization, signal }, input) {
    const { rows, ...rest } = await readPage(
      input,
      100,
      (page) => search(api, { text: input.q ?? '', organization, ...page }, { signal }),
      ({ key, name }) => ({ key, name }),
    );
    return { projects: rows, ...rest };
  },
});
