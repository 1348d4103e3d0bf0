import { l10n } from 'vscode';
import type { Webhook } from '../../core/api/webhooks.ts';
import { parsePlatformDate } from '../../core/api/dates.ts';
import { dateTimeText } from '../ui/dateTimeText.ts';

/** How a delivery ended: a sign, and the same in words. Undefined: there was none. */
export function deliveryText(delivery: Webhook['latestDelivery']): {
  readonly icon: string;
  readonly color?: string;
  readonly label: string;
} {
  if (!delivery) return { icon: 'circle-outline', label: l10n.t('Nothing delivered yet') };
  const { success, httpStatus, durationMs } = delivery;
  const answer = httpStatus ?? l10n.t('no answer');
  const label = [
    // In one with the answer: other languages have another word for a gate that failed.
    success ? l10n.t('Delivered · {0}', answer) : l10n.t('Failed · {0}', answer),
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
  return dateTimeText(time, 'medium');
}
