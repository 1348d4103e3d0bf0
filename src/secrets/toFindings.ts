import { commentsIn } from './allowComments.ts';
import { type Finding, maskSecret } from './finding.ts';
import { LineCounter } from './lines.ts';

/** A secret in a text by its offsets. */
export type Match = Pick<Finding, 'rule' | 'start' | 'end' | 'confidence' | 'fix'>;

/**
 * Returns the findings of matches, without those that comments in the text allow.
 *
 * @param matches In the order of the text, without overlaps.
 */
export function toFindings(text: string, matches: readonly Match[]): Finding[] {
  if (matches.length === 0) return [];
  const lines = new LineCounter(text);
  const isAllowed = commentsIn(text);
  const findings = matches.map(({ rule, start, end, confidence, fix }) => {
    const from = lines.positionOf(start);
    const to = lines.positionOf(end);
    return {
      rule,
      start,
      end,
      line: from.line,
      column: from.column,
      endLine: to.line,
      endColumn: to.column,
      masked: maskSecret(text.slice(start, end)),
      confidence,
      fix,
    };
  });
  return findings.filter((finding) => !isAllowed(finding));
}
