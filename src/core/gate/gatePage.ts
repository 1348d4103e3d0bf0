import { markup, type Html, type MarkupPart } from '../markup.ts';

/** A condition of a gate. All texts of this file are in the user's language. */
export interface ConditionCard {
  readonly name: MarkupPart;
  readonly isFailing: boolean;
  /** `Failed` or `Passed`. */
  readonly state: string;
  readonly value: string;
  /** `fails if greater than 0`; undefined if the platform gave no threshold. */
  readonly bound: string | undefined;
  /** `2 above the threshold`; undefined for a condition that passes. */
  readonly excess: string | undefined;
  readonly trend: Trend | undefined;
  /** A paragraph each, such as what the user can do. */
  readonly notes: readonly MarkupPart[];
}

/** An issue, hotspot or file that makes conditions fail. */
export interface CauseRow {
  /** Path in the project. */
  readonly file: string;
  readonly title: MarkupPart;
  readonly detail: MarkupPart;
  /** Links and buttons. */
  readonly actions: readonly MarkupPart[];
}

/** Returns the state of a gate with a mark, so that it differs from others not only by its colour. */
export function stateBadge(isGood: boolean | undefined, text: string): Html {
  if (isGood === undefined) return markup`<span class="state">${text}</span>`;
  return markup`<span class="state ${isGood ? 'good' : 'bad'}">${mark(isGood)} ${text}</span>`;
}

/** Returns a card for each condition. Of conditions that count the same thing, only the first one has its trend. */
export function conditionCards(conditions: readonly ConditionCard[]): Html {
  const drawn = new Set<string>();
  return markup`<ul class="cards">
    ${conditions.map((condition) => {
      const series = JSON.stringify(condition.trend?.points);
      const isRepeated = drawn.has(series);
      drawn.add(series);
      return conditionCard(condition, isRepeated);
    })}
  </ul>`;
}

function conditionCard(condition: ConditionCard, isRepeated: boolean): Html {
  const { name, isFailing, state, value, bound, excess, notes } = condition;
  return markup`<li class="card ${isFailing ? 'bad' : 'good'}">
    <h3>${mark(!isFailing)} ${name}</h3>
    <div class="figures">
      <p>
        <strong class="value">${value}</strong>
        ${excess !== undefined && markup`<b>${excess}</b>`}
      </p>
      ${condition.trend && !isRepeated && trend(condition.trend)}
    </div>
    <p class="muted">${[state, bound].filter((text) => text !== undefined).join(', ')}</p>
    ${notes.map((note) => markup`<p>${note}</p>`)}
  </li>`;
}

function mark(isGood: boolean): Html {
  return markup`<span class="mark" aria-hidden="true">${isGood ? '✓' : '✕'}</span>`;
}

/** Returns the rows in a section for each file, in the order in which the files come first. */
export function causesByFile(rows: readonly CauseRow[]): Html {
  const files = [...new Set(rows.map(({ file }) => file))];
  return markup`${files.map((file) => {
    const ofFile = rows.filter((row) => row.file === file);
    return markup`<section class="file">
      <h3>${file} <span class="muted">(${ofFile.length})</span></h3>
      <ul>
        ${ofFile.map(causeRow)}
      </ul>
    </section>`;
  })}`;
}

function causeRow({ title, detail, actions }: CauseRow): Html {
  return markup`<li>
    <span class="what">${title}<br /><span class="muted">${detail}</span></span>
    <span class="actions">${actions}</span>
  </li>`;
}

/**
 * The style of these parts. The page defines the colours: `--text`, `--muted`, `--line` (borders), `--good`, `--bad`,
 * `--accent` with `--on-accent` for its text and `--accent-line` for its border if that differs, and `--focus`. A state
 * never is the colour of a text, which would not have enough contrast in every theme.
 */
export const gateStyle = `
.muted { color: var(--muted); }
.good { --state: var(--good); }
.bad { --state: var(--bad); }
.mark { color: var(--state); font-weight: 700; }
.state { background: color-mix(in srgb, var(--state, transparent) 14%, transparent); border: 1px solid var(--state, currentColor);
  border-radius: 1em; display: inline-block; font-weight: 600; padding: .05em .75em; }
.cards, .file ul { list-style: none; margin: .5em 0; padding: 0; }
.cards { display: grid; gap: .75em; grid-template-columns: repeat(auto-fit, minmax(min(100%, 19em), 1fr)); }
.card { border: 1px solid var(--line); border-left: 4px solid var(--state); border-radius: 4px; margin: 0; padding: .6em .9em; }
.card.bad { background: color-mix(in srgb, var(--bad) 7%, transparent); }
.card h3, .card p, .file h3 { margin: 0 0 .25em; overflow-wrap: anywhere; }
.head { align-items: center; display: flex; flex-wrap: wrap; gap: 0 1em; }
.figures { align-items: center; display: flex; gap: 1em; justify-content: space-between; }
.value { display: block; font-size: 1.8em; line-height: 1.2; }
.trend { flex: none; height: 34px; width: 119px; }
.trend path { fill: none; }
.trend .line { stroke: var(--text); stroke-width: 1.5; }
.trend .threshold { stroke: var(--muted); stroke-dasharray: 4 3; }
.trend .good, .trend .bad { fill: var(--state); }
.file { border: 1px solid var(--line); border-radius: 4px; margin: .75em 0; }
.file h3 { border-bottom: 1px solid var(--line); margin: 0; padding: .4em .9em; }
.file ul { margin: 0; }
.file li { align-items: center; display: flex; flex-wrap: wrap; gap: .25em 1em; margin: 0; padding: .4em .9em; }
.file li + li { border-top: 1px solid var(--line); }
.what { flex: 1 1 16em; min-width: 0; overflow-wrap: anywhere; }
.actions { display: flex; flex-wrap: wrap; gap: .5em; }
.button, main a.button { background: transparent; border: 1px solid var(--line); border-radius: 4px; color: var(--text); cursor: pointer;
  font: inherit; padding: .15em .75em; text-decoration: none; }
.button.primary, main a.button.primary { background: var(--accent); border-color: var(--accent-line, var(--accent));
  color: var(--on-accent); }
.button:hover { border-color: var(--text); }
.button:disabled { cursor: default; opacity: .6; }
.button:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
`;

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
 * Draws values over time as a small line, with the threshold and the latest value. The latest value is a square if it
 * is bad, so that it differs not only by its colour. Returns undefined for fewer than two values, which make no line.
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
