import { env, l10n } from 'vscode';
import type { Webhook } from '../../core/api/webhooks.ts';
import { parsePlatformDate } from '../../core/api/dates.ts';

/** How a delivery ended: a sign, and the same in words. Undefined: there was none. */
export function deliveryText(delivery: Webhook['latestDelivery']): {
  readonly icon: string;
  readonly color?: string;
  readonly label: string;
} {
  if (!delivery) return { icon: 'circle-outline', label: l10n.t('Nothing delivered yet') };
  const { success, httpStatus, durationMs } = delivery;
  const label = [
    success ? l10n.t('Delivered') : l10n.t('Failed'),
    httpStatus ?? l10n.t('no answer'),
    ...(durationMs === undefined ? [] : [`${durationMs} ms`]),
  ].join(' · ');
  return success
    ? { icon: 'pass', color: 'testing.iconPassed', label }
    : { icon: 'error', color: 'testing.iconFailed', label };
}

/** A date of the platform as people write it here; as it came where it is none. */
export function timeText(at: string): string {
  const time = parsePlatformDate(at);
  if (time === undefined) return at;
  return new Intl.DateTimeFormat(env.language, { dateStyle: 'medium', timeStyle: 'medium' }).format(time);
}
