import { createHash } from 'node:crypto';
import { linesOf } from '../../core/issues/lineMap.ts';

export interface Trackable {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
  readonly line: number | null;
  readonly lineHash: string | null;
}

/** Keys from the strongest to the weakest match. An issue that one step has matched is left out of later steps. */
const likenesses: readonly ((issue: Trackable) => string | undefined)[] = [
  ({ line, lineHash, message }) => key(line, lineHash, message),
  // The line moved.
  ({ lineHash, message }) => (lineHash === null ? undefined : key(lineHash, message)),
  // The line changed, but kept its number.
  ({ line, message }) => key(line, message),
  // The line moved and the analyzer's message changed.
  ({ lineHash }) => (lineHash === null ? undefined : key(lineHash)),
];

const key = (...parts: readonly (string | number | null)[]): string => JSON.stringify(parts);

/**
 * Matches new issues with known ones of the same rule and file. Known issues that are listed first have priority.
 * @returns for each new issue, in order, the matching known issue
 */
export function track<Known extends Trackable>(
  found: readonly Trackable[],
  known: readonly Known[],
): (Known | undefined)[] {
  const matches = new Array<Known | undefined>(found.length).fill(undefined);
  const free = new Set(known);
  for (const likeness of likenesses) {
    const candidates = new Map<string, Known[]>();
    for (const issue of free) {
      const id = identify(issue, likeness);
      if (id === undefined) continue;
      const list = candidates.get(id) ?? [];
      candidates.set(id, list);
      list.push(issue);
    }
    for (const [index, issue] of found.entries()) {
      if (matches[index]) continue;
      const match = candidates.get(identify(issue, likeness) ?? '')?.shift();
      if (!match) continue;
      matches[index] = match;
      free.delete(match);
    }
  }
  return matches;
}

function identify(issue: Trackable, likeness: (issue: Trackable) => string | undefined): string | undefined {
  const likeText = likeness(issue);
  return likeText === undefined ? undefined : key(issue.path, issue.rule, likeText);
}

/** Returns a hash that identifies a line independently of its indentation; empty for a blank line. */
export function lineHash(line: string): string {
  const text = line.replaceAll(/\s/gu, '');
  return text && createHash('md5').update(text).digest('hex');
}

/** Returns the date of each line: one of the previous version keeps its date, also when it moves; others get `date`. */
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
