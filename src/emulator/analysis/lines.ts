import { createHash } from 'node:crypto';
import { linesOf } from '../../core/issues/lineMap.ts';
import type { Authorship } from '../store/analyses/files.ts';

/** Returns a hash that identifies a line independently of its indentation; empty for a blank line. */
export function lineHash(line: string): string {
  const text = line.replaceAll(/\s/gu, '');
  return text && createHash('md5').update(text).digest('hex');
}

/** Returns the commit of a line (from 1), or undefined when the version control does not know it. */
export const commitOf = (
  authorship: Authorship | undefined,
  line: number,
): Authorship['commits'][number] | undefined => authorship?.commits[authorship.lines[line - 1] ?? -1];

/**
 * Returns, for each line of a file, the date of the analysis that saw it first. A line of the previous version keeps
 * its date when it moves; each old line is matched at most once. Every other line has the date of this analysis.
 */
export function dateLines(
  source: string,
  date: number,
  former: { readonly source: string; readonly dates: readonly number[] } | undefined,
): number[] {
  const known = new Map<string, number[]>();
  if (former)
    linesOf(former.source).forEach((line, index) => {
      const hash = lineHash(line);
      known.set(hash, [...(known.get(hash) ?? []), former.dates[index] ?? date]);
    });
  return linesOf(source).map((line) => known.get(lineHash(line))?.shift() ?? date);
}
