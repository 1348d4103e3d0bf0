import * as z from 'zod';
import { listWebhooks as list } from '../../core/api/webhooks.ts';
import { projectKey } from '../definition/inputs.ts';
import { defineTool } from '../definition/tool.ts';
import { webhookRow, webhookRowOf } from '../definition/rows.ts';

export const listWebhooks = defineTool({
  name: 'list_webhooks',
  title: 'List webhooks',
  description: 'Webhooks of a project, or the global ones.',
  toolset: 'webhooks',
  effect: 'read',
  input: z.strictObject({ projectKey: projectKey.optional() }),
  output: z.strictObject({ webhooks: z.array(webhookRow) }),
  async run({ api, organization, signal }, { projectKey: project }) {
    const webhooks = await list(api, { project, organization }, { signal });
    return { webhooks: webhooks.map(webhookRowOf) };
  },
});
