import { lineHash, linesOf } from './lines.ts';
import type { Report, TextRange } from './report.ts';

/** Place of an issue or hotspot, in the form that the store keeps and tracking compares. */
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

/** Returns the place of a text range. `lines` are the lines of its file. */
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
