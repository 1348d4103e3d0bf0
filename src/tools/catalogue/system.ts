import * as z from 'zod';
import {
  getSystemHealth,
  getSystemInfo,
  getSystemLogs,
  getSystemStatus,
  systemLogs,
} from '../../core/api/system.ts';
import { redact } from '../../core/log.ts';
import { countFitting, endOfText } from '../definition/plainText.ts';
import { defineTool, type Tools } from '../definition/tool.ts';

const meanings: Readonly<Record<string, string>> = {
  UP: 'Up and running.',
  STARTING: 'Starting: most calls fail until it is up.',
  DOWN: 'Started, but not working; see its logs.',
  RESTARTING: 'Restarting on request.',
  DB_MIGRATION_NEEDED: 'Waiting for an administrator to start the migration of its database.',
  DB_MIGRATION_RUNNING: 'Migrating its database.',
};

export const systemTools: Tools = {
  get_system_health: defineTool({
    title: 'Server health',
    description: 'GREEN, YELLOW or RED with causes; administrators only.',
    effect: 'read',
    only: 'server',
    input: z.strictObject({}),
    output: z.strictObject({ health: z.string(), causes: z.array(z.string()) }),
    async run({ api }) {
      const { health, causes } = await getSystemHealth(api);
      return { health, causes: [...causes] };
    },
  }),
  get_system_info: defineTool({
    title: 'Server information',
    description: 'Sections of settings and states; administrators only.',
    effect: 'read',
    only: 'server',
    input: z.strictObject({ section: z.string().optional() }),
    output: z.strictObject({
      sections: z.array(z.strictObject({ name: z.string(), attributes: z.unknown() })),
      sectionNames: z.array(z.string()),
    }),
    async run({ api }, { section }) {
      const info = Object.entries(await getSystemInfo(api)).map(([name, attributes]) => ({
        name,
        attributes,
      }));
      const wanted = section === undefined ? info : info.filter(({ name }) => name === section);
      return {
        sections: wanted.slice(0, countFitting(wanted)),
        // The names of all sections: the agent can request those whose content did not fit one by one.
        sectionNames: info.map(({ name }) => name),
      };
    },
  }),
  get_system_logs: defineTool({
    title: 'Server logs',
    description: 'The end of one log; administrators only.',
    effect: 'read',
    only: 'server',
    input: z.strictObject({ name: z.enum(systemLogs).default('app') }),
    output: z.strictObject({ logType: z.string(), content: z.string() }),
    async run({ api }, { name }) {
      const content = await getSystemLogs(api, { name });
      return { logType: name, content: redact(endOfText(content)) };
    },
  }),
  get_system_status: defineTool({
    title: 'Server status',
    description: 'Status and version.',
    effect: 'read',
    only: 'server',
    input: z.strictObject({}),
    output: z.strictObject({
      systemStatus: z.string(),
      meaning: z.string().optional(),
      version: z.string().optional(),
    }),
    async run({ api }) {
      const { status, version } = await getSystemStatus(api);
      return { systemStatus: status, meaning: meanings[status], version };
    },
  }),
};
