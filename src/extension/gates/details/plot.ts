import { markup, type Html } from '../../../core/markup.ts';

interface PlotPoint {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly value: number;
  /** The tooltip of the point. */
  readonly label: string;
  readonly isBad: boolean;
}

interface Plot {
  /** Oldest first. */
  readonly points: readonly PlotPoint[];
  readonly threshold?: number | undefined;
  /** The whole plot in words, for users who cannot see it. A table beside it has the values. */
  readonly label: string;
  /** A status keeps its value until the next one; a measure is a line from point to point. */
  readonly isStepped?: boolean;
}

const width = 640;
const height = 120;
const margin = 10;

/**
 * Draws a line over time, in the colours of the theme (see `style.ts`). Bad points are squares, so that they differ not
 * only by colour.
 */
export function plot({ points, threshold, label, isStepped = false }: Plot): Html {
  const values = [...points.map(({ value }) => value), ...(threshold === undefined ? [] : [threshold])];
  const x = scale(
    points.map(({ at }) => at),
    margin,
    width - margin,
  );
  const y = scale(values, height - margin, margin);
  const places = points.map((point) => ({ ...point, x: x(point.at), y: y(point.value) }));
  const path = places
    .map((place, index) => {
      if (index === 0) return `M${place.x},${place.y}`;
      return isStepped ? `H${place.x}V${place.y}` : `L${place.x},${place.y}`;
    })
    .join('');
  return markup`<svg class="plot" role="img" aria-label="${label}" viewBox="0 0 ${width} ${height}">
    ${
      threshold !== undefined &&
      markup`<line class="threshold" x1="0" x2="${width}" y1="${y(threshold)}" y2="${y(threshold)}" />`
    }
    <path class="line" d="${path}" />
    ${places.map((place) =>
      place.isBad
        ? markup`<rect class="bad" x="${place.x - 4}" y="${place.y - 4}" width="8" height="8">
            <title>${place.label}</title>
          </rect>`
        : markup`<circle class="good" cx="${place.x}" cy="${place.y}" r="4"
            ><title>${place.label}</title></circle
          >`,
    )}
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
