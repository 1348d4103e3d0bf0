import * as z from 'zod';
import { getSystemStatus as get } from '../../core/api/system.ts';
import { defineTool } from '../definition/tool.ts';

const meanings: Readonly<Record<string, string>> = {
  UP: 'Up and running.',
  STARTING: 'Starting: most calls fail until it is up.',
  DOWN: 'Started, but not working; see its logs.',
  RESTARTING: 'Restarting on request.',
  DB_MIGRATION_NEEDED: 'Waiting for an administrator to start the migration of its database.',
  DB_MIGRATION_RUNNING: 'Migrating its database.',
};

export const getSystemStatus = defineTool({
  name: 'get_system_status',
  title: 'Server status',
  description: 'Status and version.',
  toolset: 'system',
  effect: 'read',
  only: 'server',
  input: z.strictObject({}),
  output: z.strictObject({
    systemStatus: z.string(),
    meaning: z.string().optional(),
    version: z.string().optional(),
  }),
  async run({ api, signal }) {
    const { status, version } = await get(api, { signal });
    return { systemStatus: status, meaning: meanings[status], version };
  },
});
