import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Finding } from './finding.ts';
import { hashesOf, linesOf, mapLines } from './lineMap.ts';

/** A range in an open text: lines and columns from 0, columns in UTF-16 code units; the end is not included. */
export interface OpenRange {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface PlacedFinding {
  readonly finding: Finding;
  readonly range: OpenRange;
  /** Without those whose lines were edited. */
  readonly related: readonly { readonly message: string; readonly range: OpenRange }[];
}

const wholeFile: OpenRange = { startLine: 0, startColumn: 0, endLine: 0, endColumn: 0 };

/** Places the findings of one file in the versions of its text that the user edits. */
export class FilePositions {
  readonly #findings: readonly Finding[];
  readonly #keys: ReadonlySet<string>;
  /** Compressed, because the texts of many files would take much memory. */
  readonly #analyzed: Uint8Array;

  /** @param analyzed the text that the platform analyzed. Findings whose hash contradicts it are never placed. */
  constructor(findings: readonly Finding[], analyzed: string) {
    // A copy, because the answer is a part of a larger buffer.
    this.#analyzed = new Uint8Array(deflateRawSync(analyzed, { level: 1 }));
    const lines = linesOf(analyzed);
    this.#findings = findings.filter((finding) => isIn(lines, finding));
    this.#keys = new Set(this.#findings.map(({ key }) => key));
  }

  /** The keys of the findings that belong to the analyzed text. */
  get keys(): ReadonlySet<string> {
    return this.#keys;
  }

  /** Returns the findings whose lines are in the text, with their ranges; see {@link mapLines} for the others. */
  in(text: string): readonly PlacedFinding[] {
    const open = linesOf(text);
    const analyzed = linesOf(inflateRawSync(this.#analyzed).toString());
    const texts = { analyzed, open, lines: mapLines(analyzed, open) };
    return this.#findings.flatMap((finding) => {
      const range = finding.line === undefined ? wholeFile : rangeOf(finding, texts);
      if (!range) return [];
      const related = finding.related.flatMap(({ message, range: stated }) => {
        const place = rangeOf({ line: stated.startLine, range: stated }, texts);
        return place ? [{ message, range: place }] : [];
      });
      return [{ finding, range, related }];
    });
  }
}

function isIn(analyzed: readonly string[], { line, hash }: Finding): boolean {
  if (line === undefined) return true;
  const text = analyzed[line - 1];
  return text !== undefined && (hash === undefined || hashesOf(text).includes(hash));
}

interface Texts {
  readonly analyzed: readonly string[];
  readonly open: readonly string[];
  readonly lines: ReadonlyMap<number, number>;
}

function rangeOf(
  { line = 1, range }: Pick<Finding, 'line' | 'range'>,
  { analyzed, open, lines }: Texts,
): OpenRange | undefined {
  // The hash is that of `line`, so a range that begins elsewhere is ignored.
  const stated = range?.startLine === line ? range : undefined;
  const first = line - 1;
  const startLine = lines.get(first);
  const text = startLine === undefined ? undefined : open[startLine];
  if (startLine === undefined || text === undefined) return undefined;
  const whole = {
    startLine,
    startColumn: indentOf(text),
    endLine: startLine,
    endColumn: text.trimEnd().length,
  };
  if (!stated) return whole;
  const startColumn = columnIn(text, analyzed[first] ?? '', stated.startOffset, 'before the next');
  const last = stated.endLine - 1;
  const endLine = lines.get(last);
  const endText = endLine === undefined ? undefined : open[endLine];
  // The end of a range of several lines may have been edited: then the first line is marked.
  if (endText === undefined || endLine !== startLine + last - first) return { ...whole, startColumn };
  const endColumn = columnIn(endText, analyzed[last] ?? '', stated.endOffset, 'after the last');
  const isEmpty = endLine === startLine && endColumn <= startColumn;
  return isEmpty ? whole : { startLine, startColumn, endLine, endColumn };
}

const indentOf = (text: string): number => text.length - text.trimStart().length;

/**
 * Returns the column in `text` for `column` in `analyzed`, which differs at most in white space: before the next or
 * after the last character that is not white space.
 */
function columnIn(
  text: string,
  analyzed: string,
  column: number,
  where: 'before the next' | 'after the last',
): number {
  if (analyzed === text) return Math.min(column, text.length);
  let left = analyzed.slice(0, column).replaceAll(/\s/gu, '').length;
  for (let at = 0; at < text.length; at++) {
    const isSpace = /\s/u.test(text.charAt(at));
    if (left === 0 && (where === 'after the last' || !isSpace)) return at;
    if (!isSpace) left--;
  }
  return text.length;
}
