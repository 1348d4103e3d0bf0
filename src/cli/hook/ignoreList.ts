/**
 * One line of an ignore file for exactly one file. Anchored, so that `config.env` does not hide every `config.env`;
 * what has a meaning in patterns is escaped. A line break cannot be escaped there, and readers trim other control
 * characters: `?` stands for each.
 *
 * @param path relative to the folder of the ignore file, parts separated by `/`.
 */
export function patternOf(path: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what it replaces
  const escaped = path.replaceAll(/[\\*?[\]]/g, String.raw`\$&`).replaceAll(/[\0-\x08\x0a-\x1f\x7f]/g, '?');
  // Blanks at the end are trimmed unless escaped.
  return `/${escaped.replace(/[ \t]+$/, (blanks) => blanks.replaceAll(/[ \t]/g, String.raw`\$&`))}`;
}

/** What has to be added to an ignore file so that it ends up hiding `patterns`; empty when it does already. */
export function missingLines(current: string, patterns: readonly string[]): string {
  const lines = current.replace(/^\uFEFF/, '').split(/\r\n|\n/);
  // A later `!` may take an earlier line back, so only what follows the last one counts.
  const effective = new Set(lines.slice(lines.findLastIndex((line) => line.startsWith('!')) + 1));
  const missing = [...new Set(patterns)].filter((pattern) => !effective.has(pattern));
  if (missing.length === 0) return '';
  const end = current.includes('\r\n') ? '\r\n' : '\n';
  const gap = current === '' || current.endsWith('\n') ? '' : end;
  return gap + missing.map((pattern) => pattern + end).join('');
}
