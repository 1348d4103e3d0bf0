/** The end of a here-document, and how its lines are read. */
export interface HereDocument {
  readonly end: string;
  /** Whether its text is taken as it is, because its end is in quotes. */
  readonly isLiteral: boolean;
  readonly trimsTabs: boolean;
}

/**
 * Returns the text of a here-document and the position behind it.
 *
 * @param from The start of its first line.
 * @param isSubstituted Whether it is in `$(…)`. There, bash also ends it before the parenthesis that closes that.
 */
export function readHereDocument(
  text: string,
  from: number,
  { end, isLiteral, trimsTabs }: HereDocument,
  isSubstituted: boolean,
): { readonly body: string; readonly next: number } {
  const lines: string[] = [];
  let at = from;
  while (at < text.length) {
    const { line, next } = lineAt(text, at, !isLiteral);
    const plain = trimsTabs ? line.replace(/^\t+/, '') : line;
    if (isSubstituted && plain.startsWith(`${end})`))
      return { body: lines.join('\n'), next: at + line.length - plain.length + end.length };
    at = next;
    if (plain === end) break;
    lines.push(plain);
  }
  return { body: lines.join('\n'), next: at };
}

/** @param joins Whether a backslash at the end of a line joins it with the next one. */
function lineAt(text: string, from: number, joins: boolean): { line: string; next: number } {
  let to = endOfLine(text, from);
  while (joins && to < text.length && isEscaped(text, to, from)) to = endOfLine(text, to + 1);
  const line = text.slice(from, to);
  return {
    line: joins ? line.replaceAll(/(\\\\)|\\\n/g, '$1') : line,
    next: Math.min(to + 1, text.length),
  };
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** Whether an odd number of backslashes stands before a position. */
function isEscaped(text: string, at: number, from: number): boolean {
  let start = at;
  while (start > from && text[start - 1] === '\\') start--;
  return (at - start) % 2 === 1;
}
