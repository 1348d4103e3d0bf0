import { l10n } from 'vscode';
import type { Trend } from '../../../core/gate/trend.ts';
import { dateTimeText } from '../../ui/dateTimeText.ts';

interface NamedValues extends Omit<Trend, 'label'> {
  readonly name: string;
  readonly text: (value: number) => string;
  /** Default: the range, the threshold and the latest value. */
  readonly summary?: string;
}

/** Returns undefined for fewer than two values, which make no line. */
export function trendOf({ name, text, summary, ...rest }: NamedValues): Trend | undefined {
  const values = { ...rest, points: rest.points.filter(({ value }) => Number.isFinite(value)) };
  if (values.points.length < 2) return undefined;
  return { ...values, label: summary ?? summaryOf({ name, text, ...values }) };
}

function summaryOf({ name, points, threshold, text }: NamedValues): string {
  const values = points.map(({ value }) => value);
  const range = [name, ...endsOf(points), text(Math.min(...values)), text(Math.max(...values))] as const;
  const latest = text(values.at(-1) ?? NaN);
  return threshold === undefined
    ? l10n.t('{0} from {1} to {2}: lowest {3}, highest {4}, latest {5}.', ...range, latest)
    : l10n.t(
        '{0} from {1} to {2}: lowest {3}, highest {4}, threshold {5}, latest {6}.',
        ...range,
        text(threshold),
        latest,
      );
}

export function endsOf(points: readonly { readonly at: number }[]): readonly [string, string] {
  return [dateTimeText(points.at(0)?.at ?? NaN), dateTimeText(points.at(-1)?.at ?? NaN)];
}
