export function posixQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** What cmd or PowerShell interpret in double quotes, or where PowerShell starts a batch file without them. */
const interpreted = /["\u201C-\u201E$`%&|<>^\p{Cc}]/u;

/**
 * Returns an argument to paste into a terminal: one word in a POSIX shell, on Windows in both cmd and PowerShell.
 * @param instead Stands for text that no quotes keep unchanged in both shells of Windows, where the name of a file
 * could be a command.
 */
export function shellWord(text: string, instead: string, isWindows: boolean): string {
  if (/^[\w./:-]+$/.test(text)) return text;
  if (!isWindows) return posixQuote(text);
  return interpreted.test(text) ? instead : `"${text}"`;
}
