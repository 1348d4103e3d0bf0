import type { Finding } from './finding.ts';

/**
 * A comment on the line of a finding, or alone on the line before, that lets it pass: `service:allow-secret`, or for
 * one rule only `service:allow-secret generic-password`.
 */
const word = 'service:allow-secret';
const marker = /service:allow-secret(?:[ \t]+([a-z][a-z\d-]*))?/;

/** What a line may hold besides the marker to be a comment on the next line: signs of comments and blanks. */
const commentSigns = /^[\s#/*;<>!\-%'"(){}]*$/;

/** Whether the text itself allows a finding. */
export function isAllowedByComment(text: string, finding: Pick<Finding, 'start' | 'rule'>): boolean {
  if (!text.includes(word)) return false;
  const lineStart = text.lastIndexOf('\n', finding.start - 1) + 1;
  const lineEnd = text.indexOf('\n', finding.start);
  const line = text.slice(lineStart, lineEnd < 0 ? undefined : lineEnd);
  if (allows(line, finding.rule)) return true;
  if (lineStart === 0) return false;
  const before = text.slice(text.lastIndexOf('\n', lineStart - 2) + 1, lineStart - 1);
  return allows(before, finding.rule) && commentSigns.test(before.replace(marker, ''));
}

function allows(line: string, rule: string): boolean {
  const found = marker.exec(line);
  return found !== null && (found[1] === undefined || found[1] === rule);
}
