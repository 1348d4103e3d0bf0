import * as z from 'zod/mini';
import { Failure } from '../failures.ts';
import type { Api, Page, PageQuery } from './client.ts';
import { displayName } from './texts.ts';

const delivery = z.object({
  id: z.string(),
  name: z.optional(displayName),
  at: z.string(),
  success: z.boolean(),
  /** Absent if the receiver did not answer. */
  httpStatus: z.optional(z.number()),
  durationMs: z.optional(z.number()),
});
export type Delivery = z.output<typeof delivery>;

// Old servers send `secret` in clear text. This file passes on only whether the webhook has a secret.
const webhook = z.object({
  key: z.string(),
  name: displayName,
  url: z.string(),
  hasSecret: z.optional(z.boolean()),
  secret: z.optional(z.string()),
  latestDelivery: z.optional(z.omit(delivery, { name: true })),
});

/** A webhook as the platform lists it. The secret is never among its properties. */
export interface Webhook {
  readonly key: string;
  readonly name: string;
  /** The platform masks credentials in it: never send it back. */
  readonly url: string;
  readonly hasSecret: boolean;
  readonly latestDelivery: Omit<Delivery, 'name'> | undefined;
}

function webhookOf({ key, name, url, hasSecret, secret, latestDelivery }: z.output<typeof webhook>): Webhook {
  return { key, name, url, hasSecret: hasSecret ?? secret !== undefined, latestDelivery };
}

/** Returns all webhooks of `project`, or the global ones without `project`. The platform does not page this list. */
export async function listWebhooks(
  api: Api,
  query: { readonly project?: string | undefined; readonly organization?: string | undefined },
): Promise<readonly Webhook[]> {
  const list = { key: 'webhooks', item: webhook };
  return (await api.list('api/webhooks/list', { ...query }, list)).items.map(webhookOf);
}

interface NewWebhook {
  readonly name: string;
  readonly url: string;
  /** The webhook is global without a project. */
  readonly project?: string | undefined;
  readonly organization?: string | undefined;
  readonly secret?: string | undefined;
}

/** Creates a webhook, by default for all projects. The answer has no secret. */
export async function createWebhook(api: Api, content: NewWebhook): Promise<Webhook> {
  const schema = z.object({ webhook });
  return webhookOf((await api.post('api/webhooks/create', { ...content }, schema)).webhook);
}

interface WebhookKey {
  readonly webhook: string;
  readonly project?: string | undefined;
  readonly organization?: string | undefined;
}

/** New values of a webhook. Absent fields keep their value. */
interface WebhookEdit {
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  /** `null` removes the secret. */
  readonly secret?: string | null | undefined;
}

/**
 * Changes the given fields of a webhook and keeps the others, on servers of every version. Rejects with `notFound` for
 * an unknown key. Rejects with `badRequest` if the webhook's address is masked and `edit` has no full address, because
 * the masked address would be written back.
 *
 * Servers before 10.1 show secrets in clear text, remove a secret that an update does not repeat, and refuse an empty
 * one.
 */
export async function editWebhook(
  api: Api,
  { webhook: key, ...place }: WebhookKey,
  edit: WebhookEdit,
): Promise<void> {
  const list = { key: 'webhooks', item: webhook };
  const { items } = await api.list('api/webhooks/list', { ...place }, list);
  const current = items.find((item) => item.key === key);
  if (!current) throw new Failure('notFound', `There is no webhook with key ${key} here`);
  const url = edit.url ?? current.url;
  if (isMasked(url)) throw new Failure('badRequest', 'The address is masked: it has to be given in full');
  const showsSecrets = current.hasSecret === undefined;
  const secret =
    edit.secret === undefined ? current.secret : edit.secret === null && !showsSecrets ? '' : edit.secret;
  const change = { webhook: key, name: edit.name ?? current.name, url, secret: secret ?? undefined };
  await updateWebhook(api, change);
}

interface WebhookChange {
  readonly webhook: string;
  readonly name: string;
  readonly url: string;
  /** Absent keeps the secret, empty removes it. Servers before 10.1 remove an absent one and refuse an empty one. */
  readonly secret?: string | undefined;
}

/** Replaces a webhook. Whether an absent secret is kept or removed differs by version; `editWebhook` hides that. */
export async function updateWebhook(api: Api, change: WebhookChange): Promise<void> {
  await api.post('api/webhooks/update', { ...change }, z.unknown());
}

export async function deleteWebhook(api: Api, key: string): Promise<void> {
  await api.post('api/webhooks/delete', { webhook: key }, z.unknown());
}

/** Returns one page of a webhook's deliveries of 30 days, newest first; empty for an unknown webhook. */
export function listDeliveries(
  api: Api,
  { webhook: key, page = 1, pageSize = 100 }: PageQuery & { readonly webhook: string },
): Promise<Page<Delivery>> {
  const list = { key: 'deliveries', item: delivery };
  return api.list('api/webhooks/deliveries', { webhook: key, p: page, ps: pageSize }, list);
}

const deliveryDetails = z.extend(delivery, {
  componentKey: z.optional(z.string()),
  /** The address with masked credentials. */
  url: z.string(),
  /** The body as it was sent. */
  payload: z.string(),
  /** Present if the receiver did not answer: a Java stack trace, or a text of the embedded platform. */
  errorStacktrace: z.optional(z.string()),
});
export type DeliveryDetails = z.output<typeof deliveryDetails>;

/** Returns the platform's reason why the receiver did not answer: the first line of the stack trace. */
export function deliveryErrorOf({ errorStacktrace }: DeliveryDetails): string | undefined {
  return errorStacktrace?.split('\n')[0]?.trim();
}

/** Returns one delivery with its payload. Rejects with `notFound` for an unknown id. */
export async function getDelivery(api: Api, id: string): Promise<DeliveryDetails> {
  const schema = z.object({ delivery: deliveryDetails });
  return (await api.get('api/webhooks/delivery', { deliveryId: id }, schema)).delivery;
}

/** Asks the platform to send the payload again. Rejects with `notFound` on real platforms. */
export async function redeliverWebhook(api: Api, deliveryId: string): Promise<void> {
  await api.post('api/webhooks/redeliver', { deliveryId }, z.unknown());
}

/** Whether the platform has replaced the credentials of an address by stars, so that it cannot be requested. */
export function isMasked(address: string): boolean {
  return /^https?:\/\/\*+(?::\*+)?@/i.test(address);
}
