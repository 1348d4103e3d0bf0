import * as z from 'zod';
import { isMasked, updateWebhook as update } from '../../core/api/webhooks.ts';
import { Problem } from '../definition/fixes.ts';
import { defineTool } from '../definition/tool.ts';

export const updateWebhook = defineTool({
  name: 'update_webhook',
  title: 'Update a webhook',
  description:
    'Sets name and address. Pass the full address, not the masked one of list_webhooks. Without secret it is kept (before 10.1: removed); an empty one removes it.',
  toolset: 'webhooks',
  effect: 'set',
  input: z.strictObject({
    webhookKey: z.string().min(1),
    name: z.string().min(1).max(100),
    url: z.string().min(1).max(512),
    secret: z.string().max(200).optional(),
  }),
  output: z.strictObject({ updatedWebhook: z.string() }),
  async run({ api, signal }, { webhookKey: webhook, name, url, secret }) {
    if (isMasked(url))
      throw new Problem(
        'The address contains masked credentials (***). Pass the real address, or one without credentials.',
      );
    await update(api, { webhook, name, url, secret }, { signal });
    return { updatedWebhook: webhook };
  },
});
