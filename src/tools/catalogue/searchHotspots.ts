import * as z from 'zod';
import { searchHotspots as search } from '../../core/api/hotspots.ts';
import { pageInput, pageOutput, readPage } from '../definition/paging.ts';
import { Problem } from '../definition/fixes.ts';
import { branchInput, listOfKeys, projectKey } from '../definition/inputs.ts';
import { hotspotRow, hotspotRowOf } from '../definition/rows.ts';
import { defineTool } from '../definition/tool.ts';

export const searchHotspots = defineTool({
  name: 'search_security_hotspots',
  title: 'Search security hotspots',
  description: 'Security hotspots of a project, or by keys.',
  toolset: 'security-hotspots',
  effect: 'read',
  input: z.strictObject({
    projectKey: projectKey.optional(),
    hotspotKeys: listOfKeys.optional(),
    ...branchInput,
    files: listOfKeys.optional(),
    status: z.enum(['TO_REVIEW', 'REVIEWED']).optional(),
    resolution: z.enum(['FIXED', 'SAFE', 'ACKNOWLEDGED']).optional(),
    newCode: z.boolean().optional(),
    onlyMine: z.boolean().optional(),
    ...pageInput,
  }),
  output: z.strictObject({ hotspots: z.array(hotspotRow), ...pageOutput }),
  async run({ api, target, signal }, input) {
    const { projectKey: project, hotspotKeys: keys, pageSize, cursor, ...filters } = input;
    if (project === undefined && keys === undefined) throw new Problem('Pass projectKey or hotspotKeys.');
    const query = { ...filters, cloud: target.kind === 'cloud', ...(keys ? { keys } : { project }) };
    const { rows, ...rest } = await readPage(
      input,
      100,
      (page) => search(api, { ...query, ...page }, { signal }),
      hotspotRowOf,
    );
    return { hotspots: rows, ...rest };
  },
});
