import * as z from 'zod/mini';
import { Failure } from '../failures.ts';
import { isMasked } from '../webhooks/address.ts';
import type { Api, CallOptions, Page } from './client.ts';
import { displayName } from './texts.ts';

const delivery = z.object({
  id: z.string(),
  name: z.optional(displayName),
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
  name: displayName,
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

interface NewWebhook {
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

interface WebhookKey {
  readonly webhook: string;
  readonly project?: string | undefined;
  readonly organization?: string | undefined;
}

/** What is to be another one; what is absent stays. */
interface WebhookEdit {
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  /** `null`: removed. */
  readonly secret?: string | null | undefined;
}

/**
 * Changes a webhook and keeps the rest, on servers of every version: those before 10.1 remove a secret that an update does
 * not repeat, show it in clear, and refuse an empty one. Rejects with `notFound` where there is none of this key, and
 * with `badRequest` where its address is masked and no other one is given: stars would be written back.
 */
export async function editWebhook(
  api: Api,
  { webhook: key, ...place }: WebhookKey,
  edit: WebhookEdit,
  options?: CallOptions,
): Promise<void> {
  const { items } = await api.list(
    'api/webhooks/list',
    { ...place },
    { key: 'webhooks', item: webhook },
    options,
  );
  const current = items.find((item) => item.key === key);
  if (!current) throw new Failure('notFound', `There is no webhook with key ${key} here`);
  const url = edit.url ?? current.url;
  if (isMasked(url)) throw new Failure('badRequest', 'The address is masked: it has to be given in full');
  const showsSecrets = current.hasSecret === undefined;
  const secret =
    edit.secret === undefined ? current.secret : edit.secret === null && !showsSecrets ? '' : edit.secret;
  await updateWebhook(
    api,
    { webhook: key, name: edit.name ?? current.name, url, secret: secret ?? undefined },
    options,
  );
}

interface WebhookChange {
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

const deliveryDetails = z.extend(delivery, {
  componentKey: z.optional(z.string()),
  /** Masked. */
  url: z.string(),
  /** The body as it was sent. */
  payload: z.string(),
  /** Where no answer came: a Java stack trace, or a text of the embedded platform. */
  errorStacktrace: z.optional(z.string()),
});
export type DeliveryDetails = z.output<typeof deliveryDetails>;

/** Why no answer came, in the platform's words: the first line of its stack trace. */
export function reasonOf({ errorStacktrace }: DeliveryDetails): string | undefined {
  return errorStacktrace?.split('\n')[0]?.trim();
}

/** One delivery with its payload. Rejects with `notFound`. */
export async function getDelivery(api: Api, id: string, options?: CallOptions): Promise<DeliveryDetails> {
  const schema = z.object({ delivery: deliveryDetails });
  return (await api.get('api/webhooks/delivery', { deliveryId: id }, schema, options)).delivery;
}

/** Sends the recorded payload again. Rejects with `notFound` on platforms without the action, which the real ones are. */
export async function redeliverWebhook(api: Api, deliveryId: string, options?: CallOptions): Promise<void> {
  await api.post('api/webhooks/redeliver', { deliveryId }, z.unknown(), options);
}
