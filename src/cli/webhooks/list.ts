import { printable } from '../../core/printable.ts';
import { listWebhooks, type Webhook } from '../../core/api/webhooks.ts';
import { withoutCredentials } from '../../core/webhooks/address.ts';
import { exitCodes, type ExitCode } from '../exitCodes.ts';
import { openPlatform } from '../platformApi.ts';
import type { Context } from '../program.ts';

/** Selects the webhooks of a project, or the global ones. */
export interface WebhookOwner {
  readonly project?: string;
}

export async function list({ session, terminal }: Context, { project }: WebhookOwner): Promise<ExitCode> {
  const { api, platform } = await openPlatform(session);
  const { organization } = platform;
  const webhooks = await terminal.during('Asking the platform', listWebhooks(api, { project, organization }));
  terminal.items(webhooks.map(recordOf), describeWebhook);
  if (webhooks.length === 0)
    terminal.say(project === undefined ? 'There are no global webhooks.' : `${project} has no webhooks.`);
  return exitCodes.fine;
}

interface WebhookRecord extends Omit<Webhook, 'latestDelivery'> {
  readonly latestDelivery?: Webhook['latestDelivery'];
}

/** Returns the webhook for output, without the credentials that the answer to a creation has in plain text. */
export function recordOf({ url, latestDelivery, ...rest }: Webhook): WebhookRecord {
  return { ...rest, url: withoutCredentials(url), ...(latestDelivery && { latestDelivery }) };
}

function describeWebhook({ key, name, url, hasSecret, latestDelivery }: WebhookRecord): string {
  return [
    printable(`${name}  ${url}`),
    `  ${key} · ${hasSecret ? 'signed' : 'not signed'} · ${latestDelivery ? deliveryText(latestDelivery) : 'nothing delivered yet'}`,
  ].join('\n');
}

/** Returns a text such as `delivered (200, 12 ms) at …` or `failed (no answer, 10003 ms) at …`. */
export function deliveryText(delivery: NonNullable<Webhook['latestDelivery']>): string {
  const { success, httpStatus, durationMs, at } = delivery;
  const details = [httpStatus ?? 'no answer', ...(durationMs === undefined ? [] : [`${durationMs} ms`])];
  return `${success ? 'delivered' : 'failed'} (${details.join(', ')}) at ${at}`;
}
