import { createHash } from 'node:crypto';

/** Farthest distance, in lines, of a placed neighbour that confirms a unique line between two edited ones. */
const near = 8;
/** Visible characters of a line that is unlikely to be typed twice: longer than `return undefined;`. */
const distinctive = 20;
/** Visible characters of a run that is unlikely to be typed twice. Several short lines, such as `} else {`, may be. */
const distinctiveRun = 30;

const lineBreak = /\r\n|\n|\r/u;

/** Splits a text into lines, without their ends, as the platform, its scanners and the editor do. */
export function linesOf(text: string): readonly string[] {
  return text.split(lineBreak);
}

/** Returns the line without white space. Two lines with the same result differ at most in indentation or alignment. */
const reduced = (line: string): string => line.replaceAll(/\s/gu, '');

/**
 * Returns the values that `hash`, an issue's field of `api/issues/search`, may have for this line. The platform
 * computes it as the MD5 of the line without spaces and tabs. It may or may not remove other white space, which few
 * lines have.
 */
export function hashesOf(line: string): readonly string[] {
  return [...new Set([line.replaceAll(/[\t ]/gu, ''), reduced(line)])].map(md5);
}

const md5 = (text: string): string => (text === '' ? '' : createHash('md5').update(text).digest('hex'));

/**
 * Returns where the lines of an analyzed text are in another version of it. Line numbers are 0-based. A line that was
 * edited or deleted is absent, and so is one whose place the texts leave open, such as one of several identical lines
 * between edits: a missing place costs a marker, a wrong one misleads the user.
 *
 * A line that occurs once in each text is an anchor, and so are the beginning and the end of a text. Around an anchor,
 * equal lines form a run. A run with two anchors places all lines between them if they are long enough together. A
 * single anchor is placed only if its text is long, and between placed lines that are near. A short text is placed as a
 * whole if it occurs once.
 */
export function mapLines(analyzed: readonly string[], open: readonly string[]): ReadonlyMap<number, number> {
  if (isEqual(analyzed, open)) return new Map(analyzed.map((_, line) => [line, line]));
  const from = withoutEnd(analyzed.map(reduced));
  const to = withoutEnd(open.map(reduced));
  const whole = placesOfWhole(from, to);
  if (whole) return whole;
  const anchors = anchorsOf(from, to);
  const placed = new Map<number, number>();
  for (const run of runsOf(from, to, anchors)) {
    if (!isDistinctive(from, run)) continue;
    for (let line = run.first; line <= run.last; line++)
      if (line >= 0 && line < from.length) placed.set(line, line + run.offset);
  }
  const singles = [...anchors].filter(
    ([line]) => !placed.has(line) && (from[line] ?? '').length >= distinctive,
  );
  placeSingles(singles, placed, { from: from.length, to: to.length });
  return placed;
}

/** Whether the texts differ at most in empty lines at their ends. Most files are as they were analyzed. */
function isEqual(analyzed: readonly string[], open: readonly string[]): boolean {
  const [short, long] = analyzed.length < open.length ? [analyzed, open] : [open, analyzed];
  return long.every((line, index) => line === (short[index] ?? ''));
}

/** Returns the lines up to the last visible one. The platform adds a line break to the text that it stores. */
function withoutEnd(lines: readonly string[]): readonly string[] {
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
}

/**
 * Returns the places of the lines of a short text, from its first visible one, if together they occur exactly once in
 * the other text; undefined otherwise. Longer texts have runs, and this comparison would take too long for them.
 */
function placesOfWhole(
  from: readonly string[],
  to: readonly string[],
): ReadonlyMap<number, number> | undefined {
  const start = from.findIndex((line) => line !== '');
  if (start === -1 || visibleIn(from, start, from.length) >= distinctiveRun) return undefined;
  const visible = from.slice(start);
  const isAt = (place: number): boolean => visible.every((line, index) => to[place + index] === line);
  const place = to.findIndex((_, line) => isAt(line));
  if (place === -1 || to.some((_, line) => line > place && isAt(line))) return undefined;
  return new Map(visible.map((_, index) => [start + index, place + index]));
}

/** Returns the anchors in the order of the analyzed text, with the two virtual ones before and after the texts. */
function anchorsOf(from: readonly string[], to: readonly string[]): ReadonlyMap<number, number> {
  const inFrom = uniqueLines(from);
  const inTo = uniqueLines(to);
  const anchors = new Map([[-1, -1]]);
  for (const [text, line] of inFrom) {
    const other = inTo.get(text);
    if (text !== '' && line !== undefined && other !== undefined) anchors.set(line, other);
  }
  return anchors.set(from.length, to.length);
}

/** Returns the number of each text that occurs once; undefined for the others. In the order of the lines. */
function uniqueLines(lines: readonly string[]): ReadonlyMap<string, number | undefined> {
  const unique = new Map<string, number | undefined>();
  for (const [line, text] of lines.entries()) unique.set(text, unique.has(text) ? undefined : line);
  return unique;
}

/** A range of lines that are equal in both texts, from its first anchor to its last one. */
interface Run {
  readonly first: number;
  readonly last: number;
  /** The line in the other text minus the line in the analyzed one. */
  readonly offset: number;
}

function* runsOf(
  from: readonly string[],
  to: readonly string[],
  anchors: ReadonlyMap<number, number>,
): Generator<Run> {
  let run: Run | undefined;
  for (const [line, other] of anchors) {
    const offset = other - line;
    if (run?.offset === offset && isEqualBetween(from, to, run, line)) {
      run = { ...run, last: line };
      continue;
    }
    if (run) yield run;
    run = { first: line, last: line, offset };
  }
  if (run) yield run;
}

/** Whether the run has two anchors and is either the whole text or long. */
function isDistinctive(from: readonly string[], { first, last }: Run): boolean {
  if (first === last) return false;
  if (first === -1 && last === from.length) return true;
  return visibleIn(from, first, last + 1) >= distinctiveRun;
}

/** Counts the visible characters of the lines from `start` to `end`, without `end`, up to `distinctiveRun` or more. */
function visibleIn(lines: readonly string[], start: number, end: number): number {
  let visible = 0;
  for (let line = start; line < end && visible < distinctiveRun; line++) visible += lines[line]?.length ?? 0;
  return visible;
}

/** Whether the lines after the run and before `end` are equal. Each line is compared once, by the anchor after it. */
function isEqualBetween(
  from: readonly string[],
  to: readonly string[],
  { last, offset }: Run,
  end: number,
): boolean {
  for (let line = last + 1; line < end; line++) if (from[line] !== to[line + offset]) return false;
  return true;
}

/** Adds the anchors that are between placed lines near them, in the same order in both texts. */
function placeSingles(
  singles: readonly (readonly [number, number])[],
  placed: Map<number, number>,
  ends: { readonly from: number; readonly to: number },
): void {
  const neighbour = (line: number, step: 1 | -1): number | undefined => {
    for (let distance = 1; distance <= near; distance++) {
      const at = line + step * distance;
      if (at === -1) return -1;
      if (at === ends.from) return ends.to;
      const other = placed.get(at);
      if (other !== undefined) return other;
    }
    return undefined;
  };
  const confirmed = singles.filter(([line, other]) => {
    const above = neighbour(line, -1);
    const below = neighbour(line, 1);
    if (above === undefined || below === undefined) return false;
    return above < other && other < below && other - above <= 2 * near && below - other <= 2 * near;
  });
  for (const [line, other] of confirmed) placed.set(line, other);
}
