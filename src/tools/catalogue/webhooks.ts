import * as z from 'zod';
import {
  createWebhook,
  deleteWebhook,
  isMasked,
  listDeliveries,
  listWebhooks,
  redeliverWebhook,
  updateWebhook,
  type Webhook,
} from '../../core/api/webhooks.ts';
import { Failure } from '../../core/failures.ts';
import { withoutCredentials } from '../../core/webhooks/address.ts';
import { Problem } from '../definition/fixes.ts';
import { confirmInput, projectKey } from '../definition/inputs.ts';
import { pageInput, pageOutput, readPage } from '../definition/paging.ts';
import { dateTime } from '../definition/rows.ts';
import { defineTool, type Tools } from '../definition/tool.ts';

const webhookRow = z.strictObject({
  key: z.string(),
  name: z.string(),
  url: z.string(),
  hasSecret: z.boolean(),
  latestSuccess: z.boolean().optional(),
  latestAt: dateTime.optional(),
});

export const webhookTools: Tools = {
  create_webhook: defineTool({
    title: 'Create a webhook',
    description:
      'Creates a webhook of a project, or a global one; at most 10 each. A secret has 16 to 200 characters.',
    effect: 'add',
    input: z.strictObject({
      projectKey: projectKey.optional(),
      name: z.string().min(1).max(100),
      url: z.string().min(1).max(512),
      secret: z.string().min(1).max(200).optional(),
    }),
    output: z.strictObject({ createdWebhook: webhookRow }),
    async run({ api, organization }, { projectKey: project, name, url, secret }) {
      const webhook = await createWebhook(api, { project, organization, name, url, secret });
      return { createdWebhook: webhookRowOf(webhook) };
    },
  }),
  delete_webhook: defineTool({
    title: 'Delete a webhook',
    description: 'Deletes a webhook and the record of its deliveries.',
    effect: 'remove',
    confirmation: 'Delete the webhook {webhookKey} and the record of its deliveries?',
    input: z.strictObject({ webhookKey: z.string().min(1), ...confirmInput }),
    output: z.strictObject({ deletedWebhook: z.string() }),
    async run({ api }, { webhookKey }) {
      await deleteWebhook(api, webhookKey);
      return { deletedWebhook: webhookKey };
    },
  }),
  list_webhook_deliveries: defineTool({
    title: 'List webhook deliveries',
    description: 'Deliveries of the last 30 days, newest first.',
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
    async run({ api }, input) {
      const { rows, ...rest } = await readPage(
        input,
        50,
        (page) => listDeliveries(api, { webhook: input.webhookKey, ...page }),
        ({ id, at, success, httpStatus, durationMs }) => ({ id, at, success, httpStatus, durationMs }),
      );
      return { deliveries: rows, ...rest };
    },
  }),
  list_webhooks: defineTool({
    title: 'List webhooks',
    description: 'Webhooks of a project, or the global ones.',
    effect: 'read',
    input: z.strictObject({ projectKey: projectKey.optional() }),
    output: z.strictObject({ webhooks: z.array(webhookRow) }),
    async run({ api, organization }, { projectKey: project }) {
      const webhooks = await listWebhooks(api, { project, organization });
      return { webhooks: webhooks.map(webhookRowOf) };
    },
  }),
  redeliver_webhook: defineTool({
    title: 'Send a webhook delivery again',
    description: 'Sends a recorded delivery again, if the platform supports it.',
    effect: 'add',
    input: z.strictObject({ deliveryId: z.string().min(1) }),
    output: z.strictObject({ redelivered: z.string() }),
    async run({ api }, { deliveryId }) {
      try {
        await redeliverWebhook(api, deliveryId);
      } catch (error) {
        if (Failure.is(error, 'notFound') && error.message.includes('Unknown url'))
          throw new Problem(
            'This platform cannot redeliver. The next analysis of the project sends a new delivery.',
          );
        throw error;
      }
      return { redelivered: deliveryId };
    },
  }),
  update_webhook: defineTool({
    title: 'Update a webhook',
    description:
      'Sets name and address. Pass the full address, not the masked one of list_webhooks. Without secret it is kept (before 10.1: removed); an empty one removes it.',
    effect: 'set',
    input: z.strictObject({
      webhookKey: z.string().min(1),
      name: z.string().min(1).max(100),
      url: z.string().min(1).max(512),
      secret: z.string().max(200).optional(),
    }),
    output: z.strictObject({ updatedWebhook: z.string() }),
    async run({ api }, { webhookKey: webhook, name, url, secret }) {
      if (isMasked(url))
        throw new Problem(
          'The address contains masked credentials (***). Pass the real address, or one without credentials.',
        );
      await updateWebhook(api, { webhook, name, url, secret });
      return { updatedWebhook: webhook };
    },
  }),
};

/** Returns the part of a webhook that tools answer. Its address has no credentials, because models read it. */
function webhookRowOf({ key, name, url, hasSecret, latestDelivery }: Webhook): z.input<typeof webhookRow> {
  return {
    key,
    name,
    url: withoutCredentials(url),
    hasSecret,
    latestSuccess: latestDelivery?.success,
    latestAt: latestDelivery?.at,
  };
}
