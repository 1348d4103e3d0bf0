import { lineHash, linesOf } from './lines.ts';
import type { Report, TextRange } from './report.ts';

/** Where something was found, as the store keeps it and tracking compares it. */
export interface Place {
  readonly line: number | null;
  /** JSON of the range. */
  readonly textRange: string | null;
  readonly lineHash: string | null;
}

interface Located {
  readonly path: string;
  readonly textRange?: TextRange | undefined;
}

/** `lines`: those of the file. */
export function placeIn(lines: readonly string[] | undefined, { textRange }: Located): Place {
  const line = textRange?.startLine ?? null;
  const text = line === null ? undefined : lines?.[line - 1];
  return {
    line,
    textRange: textRange ? JSON.stringify(textRange) : null,
    lineHash: text === undefined ? null : lineHash(text),
  };
}

export function placeOf({ files }: Report): (located: Located) => Place {
  const lines = new Map(files.map(({ path, source }) => [path, linesOf(source)]));
  return (located) => placeIn(lines.get(located.path), located);
}
