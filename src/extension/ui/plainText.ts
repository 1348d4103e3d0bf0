/**
 * The text border of the editor: names from a platform, a repository or a folder are shown as text in every place, also
 * where the editor turns parts of a string into links, icons or markup. A table in `test/ui/textBorder.test.ts` lists
 * what each place renders; each wrapper of this folder uses the function that its place needs.
 */

/**
 * Returns the text such that the editor shows it as it is. A space breaks up `[label](address)`, which is a link in
 * messages, progress and input boxes (also one that runs a command), and `$(name)`, which is an icon in the status bar
 * and in quick inputs. Control characters become spaces; characters that reorder text are removed.
 */
export function plainText(text: string): string {
  return withoutControls(text).replaceAll('](', '] (').replaceAll('$(', '$ (');
}

/**
 * Returns the text for a place that shows it as it is and renders it as Markdown in its hover: the second and third
 * line of a quick pick's row. In addition to the changes of {@link plainText}, a word joiner, which has no width, keeps
 * addresses from becoming links. A backslash would be visible in the row.
 */
export function plainRowText(text: string): string {
  return withoutAddresses(plainText(text));
}

/**
 * Returns Markdown that renders as the text, for hovers, reports and tables. Code spans, emphasis, links, images, HTML,
 * entities, headings, table cells and theme icons all need one of the characters that are escaped here.
 */
export function markdownText(text: string): string {
  const escaped = withoutControls(text).replaceAll(/[\\`*_{}[\]<>()#|!~$&]/gu, String.raw`\$&`);
  return withoutAddresses(escaped);
}

const withoutAddresses = (text: string): string =>
  text.replaceAll(/(?<=:)(?=\/\/)|(?<=\bwww)(?=\.)|(?=@)/giu, '\u2060');

/** Replaces controls and separators of lines and paragraphs by spaces, and removes characters of text direction. */
function withoutControls(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/gu, '');
}
