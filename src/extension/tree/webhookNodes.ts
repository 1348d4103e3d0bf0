import type { Delivery, Webhook } from '../../core/api/webhooks.ts';
import type { Failure } from '../../core/failures.ts';
import type { OnDemandData, WebhookReader } from '../webhooks/webhookLists.ts';

export interface WebhooksNode {
  readonly kind: 'webhooks';
  readonly id: string;
  readonly uuid: string;
  /** Undefined: the global webhooks. */
  readonly projectKey: string | undefined;
  /** Undefined until the platform has answered. */
  readonly count: number | undefined;
  readonly failing: number;
  readonly children: readonly (WebhookNode | NoteNode)[];
}

export interface WebhookNode {
  readonly kind: 'webhook';
  readonly id: string;
  readonly uuid: string;
  readonly projectKey: string | undefined;
  readonly webhookKey: string;
  readonly webhook: Webhook;
  readonly children: readonly (DeliveryNode | NoteNode)[];
}

export interface DeliveryNode {
  readonly kind: 'delivery';
  readonly id: string;
  readonly uuid: string;
  readonly projectKey: string | undefined;
  readonly webhookKey: string;
  readonly deliveryId: string;
  readonly delivery: Delivery;
}

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

/**
 * Returns the node below `parent` for the webhooks of a project or the global ones; undefined after the platform
 * refused to list them because the account does not administer them.
 */
export function webhooksNode(
  parent: string,
  { uuid, projectKey }: Pick<WebhooksNode, 'uuid' | 'projectKey'>,
  { webhooksOf, deliveriesOf }: WebhookReader,
): WebhooksNode | undefined {
  const asked = webhooksOf(uuid, projectKey);
  if (asked.state === 'failed' && asked.failure?.code === 'forbidden') return undefined;
  const id = `${parent}/webhooks`;
  const webhooks = asked.value ?? [];
  return {
    kind: 'webhooks',
    id,
    uuid,
    projectKey,
    count: asked.value?.length,
    failing: webhooks.filter(({ latestDelivery }) => latestDelivery?.success === false).length,
    children: [
      ...webhooks.map((webhook): WebhookNode => {
        const node = { id: `${id}/${webhook.key}`, uuid, projectKey, webhookKey: webhook.key };
        const children = deliveryNodes(node, deliveriesOf(uuid, webhook.key));
        return { kind: 'webhook', ...node, webhook, children };
      }),
      ...notes(id, asked, webhooks.length === 0 ? [{ says: 'noWebhooks' }] : []),
    ],
  };
}

function deliveryNodes(
  { id: parent, ...of }: Pick<WebhookNode, 'id' | 'uuid' | 'projectKey' | 'webhookKey'>,
  asked: ReturnType<WebhookReader['deliveriesOf']>,
): readonly (DeliveryNode | NoteNode)[] {
  const { items, total } = asked.value ?? { items: [], total: 0 };
  const more: Note[] =
    total > items.length
      ? [{ says: 'newest', shown: items.length, total }]
      : items.length === 0
        ? [{ says: 'noDeliveries' }]
        : [];
  return [
    ...items.map((delivery): DeliveryNode => ({
      kind: 'delivery',
      id: `${parent}/${delivery.id}`,
      ...of,
      deliveryId: delivery.id,
      delivery,
    })),
    ...notes(parent, asked, more),
  ];
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
