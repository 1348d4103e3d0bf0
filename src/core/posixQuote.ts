/** Quotes any text as one word for a POSIX shell. */
export function posixQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
