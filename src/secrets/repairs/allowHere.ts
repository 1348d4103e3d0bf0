import type { Finding } from '../finding.ts';
import { lineStart } from '../lines.ts';
import { comments } from './comments.data.ts';
import type { Edit } from './edit.ts';

/**
 * The comment, on a line of its own before, that lets a finding pass. Undefined in languages that we know no comment of.
 * @param language as the editor names it.
 */
export function allowHere(
  text: string,
  language: string,
  { start, rule }: Pick<Finding, 'start' | 'rule'>,
): Edit | undefined {
  const comment = comments.get(language);
  if (!comment) return undefined;
  const [open, close] = comment;
  const line = lineStart(text, start);
  const indent = /^[ \t]*/.exec(text.slice(line, start))?.[0] ?? '';
  const lineEnd = text.startsWith('\r\n', text.indexOf('\n') - 1) ? '\r\n' : '\n';
  return { start: line, end: line, text: `${indent}${open}service:allow-secret ${rule}${close}${lineEnd}` };
}
