import { l10n } from 'vscode';
import type { Webhook } from '../../core/api/webhooks.ts';
import { parsePlatformDate } from '../../core/api/dates.ts';
import { dateTimeText } from '../ui/dateTimeText.ts';

/** Undefined stands for a webhook without a delivery. */
export function deliveryText(delivery: Webhook['latestDelivery']): {
  readonly icon: string;
  readonly color?: string;
  readonly label: string;
} {
  if (!delivery) return { icon: 'circle-outline', label: l10n.t('No deliveries yet') };
  const { success, httpStatus, durationMs } = delivery;
  const answer = httpStatus ?? l10n.t('no answer');
  const label = [
    // One text with the answer, because other languages have different words for a failed delivery and a failed gate.
    success ? l10n.t('Delivered · {0}', answer) : l10n.t('Failed · {0}', answer),
    ...(durationMs === undefined ? [] : [`${durationMs} ms`]),
  ].join(' · ');
  return success
    ? { icon: 'pass', color: 'testing.iconPassed', label }
    : { icon: 'error', color: 'charts.red', label };
}

/** Returns a date of the platform unchanged if it cannot be parsed. `format` takes milliseconds since the epoch. */
export function timeText(
  at: string,
  format = (time: number): string => dateTimeText(time, 'medium'),
): string {
  const time = parsePlatformDate(at);
  return time === undefined ? at : format(time);
}
