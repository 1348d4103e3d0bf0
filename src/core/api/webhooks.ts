import * as z from 'zod/mini';
import type { Api, CallOptions, Page } from './client.ts';

const delivery = z.object({
  id: z.string(),
  name: z.optional(z.string()),
  at: z.string(),
  success: z.boolean(),
  /** Absent where no answer came. */
  httpStatus: z.optional(z.number()),
  durationMs: z.optional(z.number()),
});
export type Delivery = z.output<typeof delivery>;

// `secret` stands in clear on old servers; only that there is one leaves this file.
const webhook = z.object({
  key: z.string(),
  name: z.string(),
  url: z.string(),
  hasSecret: z.optional(z.boolean()),
  secret: z.optional(z.string()),
  latestDelivery: z.optional(z.omit(delivery, { name: true })),
});

export interface Webhook {
  readonly key: string;
  readonly name: string;
  /** Credentials in it are masked by the platform: never send it back. */
  readonly url: string;
  readonly hasSecret: boolean;
  readonly latestDelivery: Omit<Delivery, 'name'> | undefined;
}

function webhookOf({ key, name, url, hasSecret, secret, latestDelivery }: z.output<typeof webhook>): Webhook {
  return { key, name, url, hasSecret: hasSecret ?? secret !== undefined, latestDelivery };
}

/** Of a project, or the global ones without `project`. Not paged. */
export async function listWebhooks(
  api: Api,
  query: { readonly project?: string | undefined; readonly organization?: string | undefined },
  options?: CallOptions,
): Promise<readonly Webhook[]> {
  const list = { key: 'webhooks', item: webhook };
  return (await api.list('api/webhooks/list', { ...query }, list, options)).items.map(webhookOf);
}

export interface NewWebhook {
  readonly name: string;
  readonly url: string;
  /** Absent: global. */
  readonly project?: string | undefined;
  readonly organization?: string | undefined;
  readonly secret?: string | undefined;
}

export async function createWebhook(api: Api, content: NewWebhook, options?: CallOptions): Promise<Webhook> {
  const schema = z.object({ webhook });
  return webhookOf((await api.post('api/webhooks/create', { ...content }, schema, options)).webhook);
}

export interface WebhookChange {
  readonly webhook: string;
  readonly name: string;
  readonly url: string;
  /** Absent: kept, but servers before 10.1 remove it. Empty: removed, but refused by those. */
  readonly secret?: string | undefined;
}

export async function updateWebhook(api: Api, change: WebhookChange, options?: CallOptions): Promise<void> {
  await api.post('api/webhooks/update', { ...change }, z.unknown(), options);
}

/** Its deliveries go with it. */
export async function deleteWebhook(api: Api, key: string, options?: CallOptions): Promise<void> {
  await api.post('api/webhooks/delete', { webhook: key }, z.unknown(), options);
}

/** Newest first, of the last 30 days. An unknown webhook gives an empty page. */
export function listDeliveries(
  api: Api,
  {
    webhook: key,
    page = 1,
    pageSize = 100,
  }: { readonly webhook: string; readonly page?: number; readonly pageSize?: number },
  options?: CallOptions,
): Promise<Page<Delivery>> {
  const list = { key: 'deliveries', item: delivery };
  return api.list('api/webhooks/deliveries', { webhook: key, p: page, ps: pageSize }, list, options);
}

/** Sends the recorded payload again. Rejects with `notFound` on platforms without the action, which the real ones are. */
export async function redeliverWebhook(api: Api, deliveryId: string, options?: CallOptions): Promise<void> {
  await api.post('api/webhooks/redeliver', { deliveryId }, z.unknown(), options);
}
