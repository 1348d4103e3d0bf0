import * as z from 'zod';
import { redeliverWebhook as redeliver } from '../../core/api/webhooks.ts';
import { Failure } from '../../core/failures.ts';
import { Problem } from '../definition/fixes.ts';
import { defineTool } from '../definition/tool.ts';

export const redeliverWebhook = defineTool({
  name: 'redeliver_webhook',
  title: 'Send a webhook delivery again',
  description: 'Sends a recorded delivery again, if the platform supports it.',
  toolset: 'webhooks',
  effect: 'add',
  input: z.strictObject({ deliveryId: z.string().min(1) }),
  output: z.strictObject({ redelivered: z.string() }),
  async run({ api, signal }, { deliveryId }) {
    try {
      await redeliver(api, deliveryId, { signal });
    } catch (error) {
      if (Failure.is(error, 'notFound') && error.message.includes('Unknown url'))
        throw new Problem(
          'This platform cannot redeliver. The next analysis of the project sends a new delivery.',
        );
      throw error;
    }
    return { redelivered: deliveryId };
  },
});
