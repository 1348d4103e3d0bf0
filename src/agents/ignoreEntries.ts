/** The names of the lists of files that agents do not read, at the top of a project, by agent. */
export const ignoreFiles: Readonly<Record<string, string>> = {
  cursor: '.cursorignore',
  gemini: '.geminiignore',
  kiro: '.kiroignore',
  windsurf: '.codeiumignore',
};

/** The comment above each line that this program adds, by which it finds its lines again. */
const ownComment = '# service-cli found a secret in:';

/**
 * Returns the line of an ignore file that matches exactly one file. The line is anchored, so that `config.env` does not
 * hide every `config.env`. Characters with a meaning in patterns are escaped. A line break cannot be escaped in an
 * ignore file, and readers trim other control characters, so `?` stands for each.
 *
 * @param path Relative to the folder of the ignore file, with parts separated by `/`.
 */
export function patternOf(path: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what it replaces
  const escaped = path.replaceAll(/[\\*?[\]]/g, String.raw`\$&`).replaceAll(/[\0-\x08\x0a-\x1f\x7f]/g, '?');
  // Readers trim blanks at the end of a line unless they are escaped.
  return `/${escaped.replace(/[ \t]+$/, (blanks) => blanks.replaceAll(/[ \t]/g, String.raw`\$&`))}`;
}

/** Returns the text to append to an ignore file so that it hides `patterns`; empty when the file already hides them. */
export function missingLines(current: string, patterns: readonly string[]): string {
  const lines = current.replace(/^\uFEFF/, '').split(/\r\n|\n/);
  // A later `!` line may revert an earlier line, so only the lines after the last one count.
  const effective = new Set(lines.slice(lines.findLastIndex((line) => line.startsWith('!')) + 1));
  const missing = [...new Set(patterns)].filter((pattern) => !effective.has(pattern));
  if (missing.length === 0) return '';
  const end = current.includes('\r\n') ? '\r\n' : '\n';
  const gap = current === '' || current.endsWith('\n') ? '' : end;
  return gap + missing.map((pattern) => ownComment + end + pattern + end).join('');
}

/** Returns an ignore file without the lines of this program whose patterns `isGone` selects, by default all. */
export function withoutEntries(current: string, isGone: (pattern: string) => boolean = () => true): string {
  return current.replaceAll(
    /^# service-cli found a secret in:\r?\n(\/[^\r\n]*)(?:\r?\n|$)/gm,
    (entry, pattern: string) => (isGone(pattern) ? '' : entry),
  );
}
