import type { Finding } from './finding.ts';
import { lineEnd, lineStart } from './lines.ts';

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
  const start = lineStart(text, finding.start);
  if (allows(text.slice(start, lineEnd(text, finding.start)), finding.rule)) return true;
  if (start === 0) return false;
  const endBefore = start - (text.startsWith('\r\n', start - 2) ? 2 : 1);
  const before = text.slice(lineStart(text, endBefore), endBefore);
  return allows(before, finding.rule) && commentSigns.test(before.replace(marker, ''));
}

function allows(line: string, rule: string): boolean {
  const found = marker.exec(line);
  return found !== null && (found[1] === undefined || found[1] === rule);
}
