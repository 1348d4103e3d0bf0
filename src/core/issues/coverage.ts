import type { SourceLine } from '../api/sources.ts';
import { linesOf, mapLines } from './lineMap.ts';

/** A line that tests can run, as the last analysis counted it. */
export interface CoverableLine {
  /** In the open text, from 0. */
  readonly line: number;
  /** How often tests ran it; 1 where the platform only says that they did. */
  readonly hits: number;
  readonly branches: { readonly covered: number; readonly total: number };
}

/**
 * Returns the coverable lines of a file at their places in a version of its text. Lines that were edited since the
 * analysis are absent, see {@link mapLines}.
 * @param lines what the platform knows about the lines of `analyzed`
 * @param newCode whether lines are left out that the platform calls old
 */
export function coverableLines(
  { analyzed, lines }: { readonly analyzed: string; readonly lines: readonly SourceLine[] },
  open: string,
  newCode: boolean,
): readonly CoverableLine[] {
  const places = mapLines(linesOf(analyzed), linesOf(open));
  return lines.flatMap(({ line, lineHits, conditions = 0, coveredConditions = 0, isNew }) => {
    const place = places.get(line - 1);
    if (lineHits === undefined || place === undefined || (newCode && isNew === false)) return [];
    return [{ line: place, hits: lineHits, branches: { covered: coveredConditions, total: conditions } }];
  });
}
