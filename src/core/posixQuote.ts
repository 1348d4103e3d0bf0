export function posixQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
