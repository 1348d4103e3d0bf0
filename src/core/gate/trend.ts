import { markup, type Html } from '../markup.ts';

export interface Trend {
  /** Oldest first; `at` in milliseconds since the epoch. Values that are not numbers are left out. */
  readonly points: readonly { readonly at: number; readonly value: number }[];
  /** The value beyond which the condition fails. */
  readonly threshold?: number | undefined;
  readonly isBad: (value: number) => boolean;
  /** The whole drawing in words, for users who cannot see it. */
  readonly label: string;
  /** A status keeps its value until the next one; a measure is a line from point to point. */
  readonly isStepped?: boolean | undefined;
}

const width = 140;
const height = 40;
/** Distance of the values from the border, so that no point is cut. */
const margin = 5;

/**
 * Draws values over time as a small line, with the threshold and the latest value. The latest value is a square if it is
 * bad, so that it differs not only by its colour. Returns undefined for fewer than two values, which make no line.
 */
export function trend({ points, threshold, isBad, label, isStepped }: Trend): Html | undefined {
  const drawn = points.filter(({ value }) => Number.isFinite(value));
  const last = drawn.at(-1);
  if (drawn.length < 2 || !last) return undefined;
  const x = scale(
    drawn.map(({ at }) => at),
    margin,
    width - margin,
  );
  const bounds = threshold === undefined ? [] : [threshold];
  const y = scale([...drawn.map(({ value }) => value), ...bounds], height - margin, margin);
  const line = drawn.map(({ at, value }, index) => {
    if (index === 0) return `M${x(at)},${y(value)}`;
    return isStepped ? `H${x(at)}V${y(value)}` : `L${x(at)},${y(value)}`;
  });
  const [left, top] = [x(last.at), y(last.value)];
  return markup`<svg class="trend" role="img" aria-label="${label}" viewBox="0 0 ${width} ${height}">
    ${bounds.map((value) => markup`<path class="threshold" d="M0,${y(value)}H${width}" />`)}
    <path class="line" d="${line.join('')}" />
    ${
      isBad(last.value)
        ? markup`<rect class="bad" x="${left - 4}" y="${top - 4}" width="8" height="8" />`
        : markup`<circle class="good" cx="${left}" cy="${top}" r="4" />`
    }
  </svg>`;
}

/** Maps the range of `values` to `from` … `to`. If all values are the same, they are mapped to the middle. */
function scale(values: readonly number[], from: number, to: number): (value: number) => number {
  const low = Math.min(...values);
  const high = Math.max(...values);
  return (value) => {
    const share = high === low ? 0.5 : (value - low) / (high - low);
    return Math.round((from + share * (to - from)) * 10) / 10;
  };
}
