import { createHash } from 'node:crypto';
import type { Finding } from '../../src/core/issues/finding.ts';
import { FilePositions } from '../../src/core/issues/positions.ts';
import { findingWith } from '../support/findings.ts';
import { Random } from '../simulation/random.ts';

/** A line with its origin. Lines that were typed during the edits have none. */
interface Line {
  readonly text: string;
  /** The analysed line that this one is, or is a copy of. */
  readonly origin: number | undefined;
}

/** Texts that many lines of real files share. */
const common = ['}', '', '  return undefined;', '{', '  } else {', '', 'break;', '// …', '});'] as const;

export interface PositionFuzz {
  readonly cases: number;
  /** Markers that were shown, and that were dropped although their line was still there. */
  readonly shown: number;
  readonly dropped: number;
  /** Markers on another line, each with its seed. */
  readonly misplaced: readonly string[];
}

/** Edits texts at random and places one finding per line, which has the first line as a related place: each seed from `first` on is one text with its edits. */
export function fuzzPositions(first: number, cases: number): PositionFuzz {
  const misplaced: string[] = [];
  let shown = 0;
  let dropped = 0;
  for (let seed = first; seed < first + cases; seed++) {
    const random = new Random(seed);
    const analysed = Array.from({ length: 1 + random.integer(50) }, (_, origin) => ({
      ...typed(random),
      origin,
    }));
    const open = edited(analysed, random);
    const places = new FilePositions(analysed.map(findingOn), textOf(analysed)).in(textOf(open));
    const check = (line: number, at: number): boolean => {
      const isRight = isItsPlace(analysed, open, line, at);
      if (!isRight) misplaced.push(`seed ${seed}: line ${line} of the analysis is shown at ${at}`);
      return isRight;
    };
    for (const { finding, range, related } of places) {
      if (check(Number(finding.key), range.startLine)) shown++;
      for (const place of related) check(0, place.range.startLine);
    }
    dropped += open.filter(({ origin }) => origin !== undefined).length - places.length;
  }
  return { cases, shown, dropped: Math.max(0, dropped), misplaced };
}

const textOf = (lines: readonly Line[]): string => lines.map(({ text }) => text).join('\n');

function findingOn({ text }: Line, index: number): Finding {
  const visible = text.replaceAll(/\s/gu, '');
  return findingWith({
    key: String(index),
    path: 'a',
    line: index + 1,
    related: [{ message: '', range: { startLine: 1, endLine: 1, startOffset: 0, endOffset: 1 } }],
    hash: visible && createHash('md5').update(visible).digest('hex'),
  });
}

/** A line that a user types: a common one, or a unique one. */
function typed(random: Random): Line {
  const indent = '  '.repeat(random.integer(3));
  const text = random.integer(2) === 0 ? random.of(common) : `const value${random.integer(1e9)} = read();`;
  return { text: indent + text, origin: undefined };
}

function edited(analysed: readonly Line[], random: Random): readonly Line[] {
  const lines = [...analysed];
  const place = () => random.integer(lines.length + 1);
  const block = (): [number, number] => [place(), 1 + random.integer(6)];
  const edits: readonly [() => unknown, ...(() => unknown)[]] = [
    () => lines.splice(place(), 0, typed(random)),
    () => lines.splice(place(), 0, ...Array.from({ length: 4 }, () => typed(random))),
    () => lines.splice(...block()),
    () => lines.splice(place(), 1, typed(random)),
    () => lines.splice(place(), 0, ...lines.splice(...block())),
    () => {
      const [start, count] = block();
      lines.splice(place(), 0, ...lines.slice(start, start + count));
    },
    () => {
      const [start, count] = block();
      const indented = lines.slice(start, start + count).map((line) => ({ ...line, text: `\t${line.text}` }));
      lines.splice(start, indented.length, ...indented);
    },
  ];
  for (let left = random.integer(12); left > 0; left--) random.of(edits)();
  // A text without lines does not exist.
  return lines.length > 0 ? lines : [{ text: 'empty', origin: undefined }];
}

/**
 * Whether `at` is the analysed line itself or a copy of it. Another line with the same text counts in three cases, in
 * which the texts do not tell the two apart: equal lines join it to a neighbour that is still there, the line is gone
 * and the other one replaces it between the same remaining lines, or the whole analysed text surrounds it.
 */
function isItsPlace(analysed: readonly Line[], open: readonly Line[], line: number, at: number): boolean {
  if (open[at]?.origin === line) return true;
  const isEqual = (distance: number): boolean =>
    open[at + distance]?.text.trim() === analysed[line + distance]?.text.trim();
  if (!isEqual(0)) return false;
  const isJoined = (step: 1 | -1): boolean => {
    for (let distance = step; isEqual(distance) && line + distance in analysed; distance += step)
      if (open[at + distance]?.origin === line + distance) return true;
    return false;
  };
  if (isJoined(1) || isJoined(-1)) return true;
  const start = analysed.findIndex(({ text }) => text.trim() !== '');
  const end = analysed.findLastIndex(({ text }) => text.trim() !== '');
  if (analysed.slice(start, end + 1).every((_, index) => isEqual(start + index - line))) return true;
  if (open.some(({ origin }) => origin === line)) return false;
  const above = open.slice(0, at).findLast(({ origin }) => origin !== undefined)?.origin ?? -1;
  const below = open.slice(at + 1).find(({ origin }) => origin !== undefined)?.origin ?? analysed.length;
  return above < line && line < below;
}
