/** How a command uses a file as assignments: a shell runs its lines (`. .env`), or takes its words (`export $(cat .env)`). */
export type AssignmentKind = 'lines' | 'words';

/** An assignment with its value, which may be in quotes and then have several lines. */
const assignment =
  /^[ \t]*(?:(?:export|declare|typeset|readonly|local)[ \t]+(?:-\w+[ \t]+)?)?([A-Z_]\w*)\+?=(?:"(?:[^"\\]|\\[\s\S])*"|'[^']*'|\\.|[^\s"'`;&|()<>\\])*;?(?:[ \t]+(?:#.*)?)?\r?$/gim;

/** In characters. A longer file is not a list of assignments. */
const maxLength = 1024 * 1024;

/**
 * Returns the parts of a file that reach the output when its assignments become a part of the environment: shells quote
 * lines that are not assignments in their error messages.
 *
 * @param shown Names of variables that the command line prints.
 */
export function printedOfAssignments(text: string, kind: AssignmentKind, shown: ReadonlySet<string>): string {
  if (text.length > maxLength) return text;
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
    .replaceAll(assignment, (whole: string, name: string) => (shown.has(name) ? whole : ''))
    .split('\n')
    .map((line) => (/^\s*#/.test(line) ? '' : quotedInError(line, shown)))
    .join('\n');
}

/** Returns what an error message of the shell quotes of a line: its first word, or all of a line that is not code. */
function quotedInError(line: string, shown: ReadonlySet<string>): string {
  const [name] = /[A-Z_]\w*(?==)/i.exec(line) ?? [];
  if (name !== undefined && shown.has(name)) return line;
  return /["'`$();|]/.test(line) ? (/^\s*[^\s"'`$();|]+/.exec(line)?.[0] ?? '') : line;
}
