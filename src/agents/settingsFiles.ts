import type { AssignmentKind } from './shell/facts.ts';

const assignment = /^\s*((?:export\s+)?[A-Z_][\w.-]{0,63})\s*=([\x20-\x7e\t]*)$/i;

/** A value in quotes that end on the line, or without any. */
const isWhole = /^(?:"[^"]*"|'[^']*'|[^"'].*)?$/;

/** Characters. The hook does not read all of a file that is much larger. */
const maxLength = 1024 * 1024;

/**
 * Returns what a filter may print that shows the names of variables, such as `cut -d= -f1`: the names and the comments.
 * Returns undefined for a file with any other line. A value of several lines, such as a key, has lines without the sign,
 * which filters print whole, and its last line may end with one. Filters do not recognise characters that are not ASCII
 * in every language of the system.
 */
export function listedVariables(text: string): string | undefined {
  if (text.length > maxLength) return undefined;
  const printed: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, name, value = ''] = assignment.exec(line) ?? [];
    if (name !== undefined && isWhole.test(value.trim()) && !line.endsWith('\\')) printed.push(name);
    else if (/^\s*(?:#[\x20-\x7e\t]*)?$/.test(line)) printed.push(line);
    else return undefined;
  }
  return printed.join('\n');
}

/** An assignment with its value, which may be in quotes and then have several lines. */
const shellAssignment =
  /^[ \t]*(?:(?:export|declare|typeset|readonly|local)[ \t]+(?:-\w+[ \t]+)?)?([A-Z_]\w*)\+?=(?:"(?:[^"\\]|\\[\s\S])*"|'[^']*'|\\.|[^\s"'`;&|()<>\\])*;?(?:[ \t]+(?:#.*)?)?\r?$/gim;

/**
 * Returns the parts of a file that reach the output when its assignments become a part of the environment: shells quote
 * lines that are not assignments in their error messages.
 *
 * @param shown Names of variables that the command line prints.
 */
export function printedOfAssignments(text: string, kind: AssignmentKind, shown: ReadonlySet<string>): string {
  if (text.length > maxLength || isComputed(text, shown)) return text;
  if (kind === 'words')
    return text
      .split('\n')
      .map((line) =>
        line
          .split(/\s+/)
          .filter((word) => {
            const [, name] = /^([A-Z_]\w*)=/i.exec(word) ?? [];
            return name === undefined || shown.has(name);
          })
          .join(' '),
      )
      .join('\n');
  return text
    .replaceAll(shellAssignment, (whole: string, name: string) => (shown.has(name) ? whole : ''))
    .split('\n')
    .map((line) => (/^\s*#/.test(line) ? '' : quotedInError(line, shown)))
    .join('\n');
}

/** Whether a shown variable may get the value of another one. */
function isComputed(text: string, shown: ReadonlySet<string>): boolean {
  const lines = [...text.matchAll(/\b([A-Z_]\w*)\+?=[^\n]*[$`]/gi)];
  const values = [...text.matchAll(shellAssignment)].filter(([whole]) => /[$`]/.test(whole));
  return [...lines, ...values].some(([, name = '']) => shown.has(name));
}

/** Returns what an error message of the shell quotes of a line: its first word, or all of a line that is not code. */
function quotedInError(line: string, shown: ReadonlySet<string>): string {
  const [name] = /[A-Z_]\w*(?==)/i.exec(line) ?? [];
  if (name !== undefined && shown.has(name)) return line;
  return /["'`$();|]/.test(line) ? (/^\s*[^\s"'`$();|]+/.exec(line)?.[0] ?? '') : line;
}
