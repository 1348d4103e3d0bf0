import * as z from 'zod';
import { deleteWebhook as remove } from '../../core/api/webhooks.ts';
import { confirmInput } from '../definition/inputs.ts';
import { defineTool } from '../definition/tool.ts';

export const deleteWebhook = defineTool({
  name: 'delete_webhook',
  title: 'Delete a webhook',
  description: 'Deletes a webhook and the record of its deliveries.',
  toolset: 'webhooks',
  effect: 'remove',
  confirmation: 'Delete the webhook {webhookKey} and the record of its deliveries?',
  input: z.strictObject({ webhookKey: z.string().min(1), ...confirmInput }),
  output: z.strictObject({ deletedWebhook: z.string() }),
  async run({ api, signal }, { webhookKey }) {
    await remove(api, webhookKey, { signal });
    return { deletedWebhook: webhookKey };
  },
});
