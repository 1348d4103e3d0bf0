import { linesOf } from '../analysis/lines.ts';
import type { TextRange } from '../analysis/report.ts';

/** A range of which only the first line is required; missing ends extend it to the whole line. */
interface LooseRange {
  readonly startLine: number;
  readonly endLine?: number | undefined;
  readonly startColumn?: number | undefined;
  readonly endColumn?: number | undefined;
}

export function lineRange(
  source: string,
  { startLine, endLine, startColumn, endColumn }: LooseRange,
): TextRange {
  const last = endLine ?? startLine;
  return {
    startLine,
    endLine: last,
    startOffset: startColumn ?? 0,
    endOffset: endColumn ?? linesOf(source)[last - 1]?.length ?? 0,
  };
}
