import { printable } from '../../core/printable.ts';
import {
  listWebhooks,
  type Webhook,
  getDelivery,
  listDeliveries,
  deliveryErrorOf,
} from '../../core/api/webhooks.ts';
import { withoutCredentials } from '../../core/webhooks/address.ts';
import { exitCodes, type ExitCode } from '../exitCodes.ts';
import type { ProjectScope } from '../failedCall.ts';
import { onPlatform } from '../session.ts';
import type { Context } from '../program.ts';

export interface WebhookOwner {
  readonly project?: string;
}

/** Returns what a call about webhooks names when the platform does not find it; undefined for global ones. */
export function scopeOf({ project }: WebhookOwner): ProjectScope | undefined {
  return project === undefined ? undefined : { project };
}

export async function list({ session, terminal }: Context, owner: WebhookOwner): Promise<ExitCode> {
  const { project } = owner;
  const webhooks = await onPlatform(
    session,
    ({ api, platform: { organization } }) =>
      terminal.during('Contacting the platform', listWebhooks(api, { project, organization })),
    scopeOf(owner),
  );
  terminal.items(webhooks.map(recordOf), describeWebhook);
  if (webhooks.length === 0)
    terminal.say(project === undefined ? 'There are no global webhooks.' : `${project} has no webhooks.`);
  return exitCodes.fine;
}

/** Returns the webhook for output, without the credentials that the answer to a creation has in plain text. */
export function recordOf({ url, latestDelivery, ...rest }: Webhook): Webhook {
  return { ...rest, url: withoutCredentials(url), latestDelivery };
}

function describeWebhook({ key, name, url, hasSecret, latestDelivery }: Webhook): string {
  return [
    printable(`${name}  ${url}`),
    `  ${key} · ${hasSecret ? 'signed' : 'not signed'} · ${latestDelivery ? deliveryText(latestDelivery) : 'no deliveries yet'}`,
  ].join('\n');
}

/** Returns a text such as `delivered (200, 12 ms) at …` or `failed (no answer, 10003 ms) at …`. */
function deliveryText(delivery: NonNullable<Webhook['latestDelivery']>): string {
  const { success, httpStatus, durationMs, at } = delivery;
  const details = [httpStatus ?? 'no answer', ...(durationMs === undefined ? [] : [`${durationMs} ms`])];
  return `${success ? 'delivered' : 'failed'} (${details.join(', ')}) at ${at}`;
}

/** Prints the deliveries of a webhook, newest first. The platform keeps them for 30 days. */
export async function deliveries({ session, terminal }: Context, key: string): Promise<ExitCode> {
  const { items, total } = await onPlatform(session, ({ api }) =>
    terminal.during('Contacting the platform', listDeliveries(api, { webhook: key })),
  );
  terminal.items(items, (item) => `${item.id}  ${deliveryText(item)}`);
  if (items.length < total) terminal.say(`Showing the newest ${items.length} of ${total}.`);
  if (total === 0) terminal.say('No deliveries in the last 30 days, or the webhook does not exist.');
  return exitCodes.fine;
}

/** Prints one delivery with its payload and, after a failure, the reason. */
export async function delivery({ session, terminal }: Context, id: string): Promise<ExitCode> {
  const delivered = await onPlatform(session, ({ api }) => getDelivery(api, id));
  const reason = deliveryErrorOf(delivered);
  const { errorStacktrace, ...details } = delivered;
  terminal.answer({ ...details, ...(reason !== undefined && { reason }) }, () =>
    [
      printable(`${details.url}: ${deliveryText(details)}`),
      ...(reason === undefined ? [] : [reason]),
      '',
      details.payload,
    ].join('\n'),
  );
  return exitCodes.fine;
}
