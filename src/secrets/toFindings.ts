import { type Finding, maskSecret } from './finding.ts';
import { LineCounter, lineEnd, lineStart } from './lines.ts';

/** A secret in a text by its offsets. */
export type Match = Pick<Finding, 'rule' | 'start' | 'end' | 'confidence' | 'fix'>;

/**
 * Returns the findings of matches, without those that comments in the text allow.
 *
 * @param matches In the order of the text, without overlaps.
 */
export function toFindings(
  text: string,
  matches: readonly Match[],
  { ignoresComments = false }: { readonly ignoresComments?: boolean } = {},
): Finding[] {
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
  return ignoresComments ? findings : findings.filter((finding) => !isAllowed(finding));
}

/**
 * A comment on the line of a finding, or alone on the line before, that lets it pass: `service:allow-secret`, or for
 * one rule only `service:allow-secret generic-password`.
 */
const word = 'service:allow-secret';
const marker = /service:allow-secret(?:[ \t]+([a-z][a-z\d/-]*))?/g;

/** Matches the rest of a line whose marker applies to the next line: comment signs and blanks only. */
const commentSigns = /^[\s#/*;<>!\-%'"(){}]*$/;

/** The rule that a comment allows; `all` without one. */
type Allowed = string;
const all = '';

/**
 * Returns a test that tells whether the text itself allows a finding. The text is read once, whatever the number of findings
 * and comments, because a text may consist of nothing else.
 */
function commentsIn(text: string): (finding: Pick<Finding, 'start' | 'column' | 'rule'>) => boolean {
  if (!text.includes(word)) return () => false;
  /** The key is the start of the line with the comment. */
  const onLine = new Map<number, Allowed>();
  /** The key is the start of the line below a line that holds only the comment. */
  const above = new Map<number, Allowed>();
  let end = -1;
  for (const { index, 0: comment, 1: rule = all } of text.matchAll(marker)) {
    // The first comment of a line counts.
    if (index < end) continue;
    const start = lineStart(text, index);
    end = lineEnd(text, index);
    onLine.set(start, rule);
    const rest = text.slice(start, index) + text.slice(index + comment.length, end);
    if (commentSigns.test(rest)) above.set(end + (text.startsWith('\r\n', end) ? 2 : 1), rule);
  }
  return ({ start, column, rule }) => {
    const line = start - column + 1;
    return [onLine.get(line), above.get(line)].some((allowed) => allowed === all || allowed === rule);
  };
}
