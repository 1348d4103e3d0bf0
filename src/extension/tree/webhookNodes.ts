import type { Delivery, Webhook } from '../../core/api/webhooks.ts';
import type { Failure } from '../../core/failures.ts';
import type { OnDemandData, WebhookReader } from '../webhooks/webhookLists.ts';

export type Note =
  | { readonly says: 'asking' | 'noWebhooks' | 'noDeliveries' }
  | { readonly says: 'newest'; readonly shown: number; readonly total: number }
  | { readonly says: 'failed'; readonly failure: Failure };

/** A row of text that stands for content that is missing or incomplete. */
export interface NoteNode {
  readonly kind: 'note';
  readonly id: string;
  readonly note: Note;
}

/** `projectKey` is undefined for the global webhooks, `count` until the platform has answered. */
export type WebhooksNode = NonNullable<Readonly<ReturnType<typeof webhooksNode>>>;
export type WebhookNode = Readonly<ReturnType<typeof webhookNode>>;
export type DeliveryNode = Readonly<ReturnType<typeof deliveryNode>>;

interface WebhookOwner {
  readonly uuid: string;
  readonly projectKey: string | undefined;
}

/** Returns the node of webhooks below `parent`; undefined if the account does not administer them. */
export function webhooksNode(parent: string, owner: WebhookOwner, reader: WebhookReader) {
  const asked = reader.webhooksOf(owner.uuid, owner.projectKey);
  if (asked.state === 'failed' && asked.failure?.code === 'forbidden') return undefined;
  const id = `${parent}/webhooks`;
  const webhooks = asked.value ?? [];
  return {
    kind: 'webhooks' as const,
    id,
    ...owner,
    count: asked.value?.length,
    failing: webhooks.filter(({ latestDelivery }) => latestDelivery?.success === false).length,
    children: [
      ...webhooks.map((webhook) => webhookNode(id, owner, webhook, reader)),
      ...notes(id, asked, webhooks.length === 0 ? [{ says: 'noWebhooks' }] : []),
    ],
  };
}

function webhookNode(parent: string, owner: WebhookOwner, webhook: Webhook, { deliveriesOf }: WebhookReader) {
  const id = `${parent}/${webhook.key}`;
  const asked = deliveriesOf(owner.uuid, webhook.key);
  const { items, total } = asked.value ?? { items: [], total: 0 };
  const more: Note[] =
    total > items.length
      ? [{ says: 'newest', shown: items.length, total }]
      : items.length === 0
        ? [{ says: 'noDeliveries' }]
        : [];
  const place = { ...owner, webhookKey: webhook.key };
  return {
    kind: 'webhook' as const,
    id,
    ...place,
    webhook,
    children: [...items.map((delivery) => deliveryNode(id, place, delivery)), ...notes(id, asked, more)],
  };
}

function deliveryNode(
  parent: string,
  place: WebhookOwner & { readonly webhookKey: string },
  delivery: Delivery,
) {
  const { id: deliveryId } = delivery;
  return { kind: 'delivery' as const, id: `${parent}/${deliveryId}`, ...place, deliveryId, delivery };
}

/** The user sees the loading row only after expanding its parent, which sends the request. */
function notes(
  parent: string,
  { value, failure }: OnDemandData<unknown>,
  ifThere: readonly Note[],
): NoteNode[] {
  const said: readonly Note[] = failure
    ? [{ says: 'failed', failure }]
    : value === undefined
      ? [{ says: 'asking' }]
      : ifThere;
  return said.map((note) => ({ kind: 'note', id: `${parent}/${note.says}`, note }));
}
