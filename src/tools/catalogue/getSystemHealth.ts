import * as z from 'zod';
import { getSystemHealth as get } from '../../core/api/systemAdministration.ts';
import { defineTool } from '../definition/tool.ts';

export const getSystemHealth = defineTool({
  name: 'get_system_health',
  title: 'Server health',
  description: 'GREEN, YELLOW or RED with causes; administrators only.',
  toolset: 'system',
  effect: 'read',
  only: 'server',
  input: z.strictObject({}),
  output: z.strictObject({ health: z.string(), causes: z.array(z.string()) }),
  async run({ api, signal }) {
    const { health, causes } = await get(api, { signal });
    return { health, causes: [...causes] };
  },
});
