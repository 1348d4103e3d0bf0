import * as z from 'zod';
import { listDeliveries } from '../../core/api/webhooks.ts';
import { pageInput, pageOutput, readPage } from '../definition/paging.ts';
import { dateTime } from '../definition/rows.ts';
import { defineTool } from '../definition/tool.ts';

export const listWebhookDeliveries = defineTool({
  name: 'list_webhook_deliveries',
  title: 'List webhook deliveries',
  description: 'Deliveries of the last 30 days, newest first.',
  toolset: 'webhooks',
  effect: 'read',
  input: z.strictObject({ webhookKey: z.string().min(1), ...pageInput }),
  output: z.strictObject({
    deliveries: z.array(
      z.strictObject({
        id: z.string(),
        at: dateTime,
        success: z.boolean(),
        httpStatus: z.number().optional(),
        durationMs: z.number().optional(),
      }),
    ),
    ...pageOutput,
  }),
  async run({ api, signal }, input) {
    const { rows, ...rest } = await readPage(
      input,
      50,
      (page) => listDeliveries(api, { webhook: input.webhookKey, ...page }, { signal }),
      ({ id, at, success, httpStatus, durationMs }) => ({ id, at, success, httpStatus, durationMs }),
    );
    return { deliveries: rows, ...rest };
  },
});
