import { markup, type Html } from '../../../core/markup.ts';

interface PlotPoint {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly value: number;
  readonly label: string;
  readonly isBad: boolean;
}

interface Plot {
  /** Oldest first; at least one. */
  readonly points: readonly PlotPoint[];
  /** The value beyond which the condition fails, with the text beside its line. */
  readonly threshold?: { readonly value: number; readonly label: string } | undefined;
  /** The whole plot in words, for users who cannot see it. A table beside it has the values. */
  readonly label: string;
  readonly valueText: (value: number) => string;
  /** Formats a moment for the horizontal axis. */
  readonly timeText: (at: number) => string;
  /** A status keeps its value until the next one; a measure is a line from point to point. */
  readonly isStepped?: boolean;
}

const width = 640;
const height = 180;
/** Space around the drawing: half a line of text above, a line of text with the dates below. */
const top = 12;
const bottom = height - 26;
/** Estimated width of one character of a label, in the units of the drawing. */
const characterWidth = 7.5;
/** Distance between a label and the drawing. */
const gap = 8;
/** The longest label that is shown in full beside the drawing, in characters. */
const longestLabel = 32;

/**
 * Draws a line over time, in the colours of the theme (see `style.ts`). The vertical axis is labelled with the lowest
 * and the highest value, the horizontal axis with the first and the last moment. Bad points are squares, so that they
 * differ not only by colour.
 */
export function plot({ points, threshold, label, valueText, timeText, isStepped = false }: Plot): Html {
  const values = [...points.map(({ value }) => value), ...(threshold ? [threshold.value] : [])];
  const times = points.map(({ at }) => at);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const left = labelWidth([valueText(low), valueText(high)]);
  const right = width - (threshold ? labelWidth([threshold.label]) : 2 * gap);
  // Points keep a distance from both axes, so that no point covers an axis.
  const x = scale(times, left + 2 * gap, right - gap);
  const y = scale(values, bottom - gap, top);
  const places = points.map((point) => ({ ...point, x: x(point.at), y: y(point.value) }));
  return markup`<svg class="plot" role="img" aria-label="${label}" viewBox="0 0 ${width} ${height}">
    <path class="axis" d="M${left},${top}V${bottom}H${right}" />
    ${(low === high ? [low] : [low, high]).map(
      (value) =>
        markup`<text class="end" x="${left - gap}" y="${y(value)}" dy=".35em">${valueText(value)}</text>`,
    )}
    ${timeLabels(times, timeText, left, right)}
    ${
      threshold &&
      markup`<line class="threshold" x1="${left}" x2="${right}" y1="${y(threshold.value)}" y2="${y(threshold.value)}" />
      <text x="${right + gap}" y="${y(threshold.value)}" dy=".35em">${threshold.label}</text>`
    }
    <path class="line" d="${pathThrough(places, isStepped)}" />
    ${places.map(mark)}
  </svg>`;
}

/** Returns the first moment at the left end of the axis and the last one at the right end. */
function timeLabels(
  times: readonly number[],
  timeText: (at: number) => string,
  left: number,
  right: number,
): readonly Html[] {
  const first = timeText(Math.min(...times));
  const last = timeText(Math.max(...times));
  const y = height - gap;
  return [
    markup`<text x="${left}" y="${y}">${first}</text>`,
    ...(first === last ? [] : [markup`<text class="end" x="${right}" y="${y}">${last}</text>`]),
  ];
}

interface PlacedPoint extends PlotPoint {
  readonly x: number;
  readonly y: number;
}

function pathThrough(places: readonly PlacedPoint[], isStepped: boolean): string {
  return places
    .map(({ x, y }, index) => {
      if (index === 0) return `M${x},${y}`;
      return isStepped ? `H${x}V${y}` : `L${x},${y}`;
    })
    .join('');
}

function mark({ x, y, isBad, label }: PlacedPoint): Html {
  const title = markup`<title>${label}</title>`;
  return isBad
    ? markup`<rect class="bad" x="${x - 4}" y="${y - 4}" width="8" height="8">${title}</rect>`
    : markup`<circle class="good" cx="${x}" cy="${y}" r="4">${title}</circle>`;
}

/** Returns the space for the longest of the labels, with the gap on both sides. */
function labelWidth(labels: readonly string[]): number {
  const longest = Math.min(longestLabel, Math.max(...labels.map((label) => label.length)));
  return Math.ceil(longest * characterWidth) + 2 * gap;
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
