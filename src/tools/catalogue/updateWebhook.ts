import * as z from 'zod';
import { updateWebhook as update } from '../../core/api/webhooks.ts';
import { isMasked } from '../../core/webhooks/address.ts';
import { Problem } from '../definition/fixes.ts';
import { defineTool } from '../definition/tool.ts';

export const updateWebhook = defineTool({
  name: 'update_webhook',
  title: 'Update a webhook',
  description:
    'Sets name and address; the address in full, not as list_webhooks masks it. Without secret it is kept (before 10.1: removed); an empty one removes it.',
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
        'The address holds masked credentials (***). Give the real address, or one without credentials.',
      );
    await update(api, { webhook, name, url, secret }, { signal });
    return { updatedWebhook: webhook };
  },
});
