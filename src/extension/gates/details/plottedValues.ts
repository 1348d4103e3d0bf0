import { l10n } from 'vscode';
import { markup, type Html } from '../../../core/markup.ts';
import { dateTimeText } from '../../ui/dateTimeText.ts';
import { plot } from './plot.ts';

interface Point {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly value: number;
}

interface PlottedValues {
  readonly name: string;
  /** Oldest first. */
  readonly points: readonly Point[];
  readonly threshold?: number | undefined;
  readonly text: (value: number) => string;
  readonly isBad: (value: number) => boolean;
  /** The whole plot in words; without it, the range, the threshold and the latest value. */
  readonly summary?: string;
  /** A status keeps its value until the next one. */
  readonly isStepped?: boolean;
}

/** Returns a plot of the values and a table of them; undefined for fewer than two values, which make no line. */
export function plottedValues(values: PlottedValues): Html | undefined {
  const { name, threshold, text, isBad, isStepped } = values;
  const points = values.points.filter(({ value }) => Number.isFinite(value));
  if (points.length < 2) return undefined;
  return markup`${plot({
    points: points.map(({ at, value }) => ({
      at,
      value,
      label: `${dateTimeText(at)}: ${text(value)}`,
      isBad: isBad(value),
    })),
    threshold:
      threshold === undefined
        ? undefined
        : { value: threshold, label: l10n.t('Threshold {0}', text(threshold)) },
    label: values.summary ?? summaryOf({ ...values, points }),
    valueText: text,
    timeText: dateTimeText,
    isStepped: isStepped ?? false,
  })}
  ${valuesTable(name, points, text)}`;
}

function summaryOf({ name, points, threshold, text }: PlottedValues): string {
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

/** Returns the first and the last moment in words. */
export function endsOf(points: readonly Pick<Point, 'at'>[]): readonly [string, string] {
  return [dateTimeText(points.at(0)?.at ?? NaN), dateTimeText(points.at(-1)?.at ?? NaN)];
}

function valuesTable(name: string, points: readonly Point[], text: (value: number) => string): Html {
  return markup`<details>
    <summary>${l10n.t('Show values as a table')}</summary>
    <table>
      <caption>
        ${l10n.t('{0} over time', name)}
      </caption>
      <thead>
        <tr>
          <th scope="col">${l10n.t('Time')}</th>
          <th scope="col">${l10n.t('Value')}</th>
        </tr>
      </thead>
      <tbody>
        ${points.toReversed().map(
          ({ at, value }) =>
            markup`<tr>
              <td>${dateTimeText(at)}</td>
              <td>${text(value)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`;
}
