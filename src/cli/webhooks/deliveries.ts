import { printable } from '../../core/printable.ts';
import { getDelivery, listDeliveries, reasonOf, type Delivery } from '../../core/api/webhooks.ts';
import { exitCodes, type ExitCode } from '../exitCodes.ts';
import { openPlatform } from '../platformApi.ts';
import type { Context } from '../program.ts';
import { deliveryText } from './list.ts';

/** Prints the deliveries of a webhook, newest first. The platform keeps them for 30 days. */
export async function deliveries({ session, terminal }: Context, key: string): Promise<ExitCode> {
  const { api } = await openPlatform(session);
  const { items, total } = await terminal.during(
    'Asking the platform',
    listDeliveries(api, { webhook: key }),
  );
  terminal.items(items, describeDelivery);
  if (items.length < total) terminal.say(`The newest ${items.length} of ${total}.`);
  if (total === 0) terminal.say('Nothing was delivered in the last 30 days, or there is no such webhook.');
  return exitCodes.fine;
}

function describeDelivery(delivery: Delivery): string {
  return `${delivery.id}  ${deliveryText(delivery)}`;
}

/** Prints one delivery with its payload and, after a failure, the reason. */
export async function delivery({ session, terminal }: Context, id: string): Promise<ExitCode> {
  const { api } = await openPlatform(session);
  const delivered = await getDelivery(api, id);
  const reason = reasonOf(delivered);
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
