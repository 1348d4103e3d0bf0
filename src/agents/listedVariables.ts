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
