import * as z from 'zod';
import type { Webhook } from '../../core/api/webhooks.ts';
import { withoutCredentials } from '../../core/webhooks/address.ts';
import { dateTime } from './rows.ts';

export const webhookRow = z.strictObject({
  key: z.string(),
  name: z.string(),
  url: z.string(),
  hasSecret: z.boolean(),
  latestSuccess: z.boolean().optional(),
  latestAt: dateTime.optional(),
});

export function webhookRowOf({
  key,
  name,
  url,
  hasSecret,
  latestDelivery,
}: Webhook): z.input<typeof webhookRow> {
  return {
    key,
    name,
    url: withoutCredentials(url),
    hasSecret,
    latestSuccess: latestDelivery?.success,
    latestAt: latestDelivery?.at,
  };
}
