import * as z from 'zod';
import { createWebhook as create } from '../../core/api/webhooks.ts';
import { projectKey } from '../definition/inputs.ts';
import { defineTool } from '../definition/tool.ts';
import { webhookRow, webhookRowOf } from '../definition/rows.ts';

export const createWebhook = defineTool({
  name: 'create_webhook',
  title: 'Create a webhook',
  description:
    'Creates a webhook of a project, or a global one; at most 10 each. A secret has 16 to 200 characters.',
  toolset: 'webhooks',
  effect: 'add',
  input: z.strictObject({
    projectKey: projectKey.optional(),
    name: z.string().min(1).max(100),
    url: z.string().min(1).max(512),
    secret: z.string().min(1).max(200).optional(),
  }),
  output: z.strictObject({ createdWebhook: webhookRow }),
  async run({ api, organization, signal }, { projectKey: project, name, url, secret }) {
    const webhook = await create(api, { project, organization, name, url, secret }, { signal });
    return { createdWebhook: webhookRowOf(webhook) };
  },
});
