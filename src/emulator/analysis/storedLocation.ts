import { lineHash, linesOf } from './lines.ts';
import type { Report, TextRange } from './report.ts';

/** StoredLocation of an issue or hotspot, in the form that the store keeps and tracking compares. */
export interface StoredLocation {
  readonly line: number | null;
  /** JSON of the range. */
  readonly textRange: string | null;
  readonly lineHash: string | null;
}

interface Located {
  readonly path: string;
  readonly textRange?: TextRange | undefined;
}

/** Returns the location of a text range. `lines` are the lines of its file. */
export function storedLocation(lines: readonly string[] | undefined, { textRange }: Located): StoredLocation {
  const line = textRange?.startLine ?? null;
  const text = line === null ? undefined : lines?.[line - 1];
  return {
    line,
    textRange: textRange ? JSON.stringify(textRange) : null,
    lineHash: text === undefined ? null : lineHash(text),
  };
}

export function locateIn({ files }: Report): (located: Located) => StoredLocation {
  const lines = new Map(files.map(({ path, source }) => [path, linesOf(source)]));
  return (located) => storedLocation(lines.get(located.path), located);
}
