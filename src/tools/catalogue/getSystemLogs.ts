import * as z from 'zod';
import { getSystemLogs as get, systemLogs } from '../../core/api/systemAdministration.ts';
import { redact } from '../../core/log.ts';
import { tailOf } from '../definition/plainText.ts';
import { defineTool } from '../definition/tool.ts';

export const getSystemLogs = defineTool({
  name: 'get_system_logs',
  title: 'Server logs',
  description: 'The end of one log; administrators only.',
  toolset: 'system',
  effect: 'read',
  only: 'server',
  input: z.strictObject({ name: z.enum(systemLogs).default('app') }),
  output: z.strictObject({ logType: z.string(), content: z.string() }),
  async run({ api, signal }, { name }) {
    const content = await get(api, { name }, { signal });
    return { logType: name, content: redact(tailOf(content)) };
  },
});
