/** Returns a table in Markdown. Cells may hold Markdown; line ends and `|` are escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

/** Returns a text as code, also when the text contains backticks. */
export function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Escapes the characters that Markdown would take for markup. */
export function plain(text: string): string {
  return text.replace(/[\\`*_<>[\]]/g, '\\$&');
}

const begin = (name: string): string => `<!-- generated: ${name}. Change it with npm run generate:docs. -->`;
const end = (name: string): string => `<!-- end of generated: ${name} -->`;

/**
 * Replaces the generated parts of a page.
 *
 * @param parts the text of each part by its name
 * @throws {Error} when the page has no place for a part
 */
export function withParts(page: string, parts: Readonly<Record<string, string>>): string {
  let result = page;
  for (const [name, text] of Object.entries(parts)) {
    const from = result.indexOf(begin(name));
    const to = result.indexOf(end(name));
    if (from < 0 || to < from) throw new Error(`The page has no place for the generated part "${name}"`);
    result = `${result.slice(0, from)}${begin(name)}\n\n${text}\n\n${result.slice(to)}`;
  }
  return result;
}
