import { Hover, MarkdownString, type Range } from 'vscode';
import { markdownText } from './plainText.ts';

/** Its label is a text of this extension. */
export interface Link {
  readonly label: string;
  /** The address of a web page, or the result of {@link commandAddress}. */
  readonly address: string;
}

/** Lines of text, which may come from outside, and links below them. */
export interface LinkedText {
  /** The first line, in bold. */
  readonly title?: string;
  readonly lines: readonly string[];
  readonly links: readonly Link[];
}

/** Returns Markdown that shows the text as it is, for a place that wants Markdown. */
export function plainMarkdown(text: string): MarkdownString {
  return new MarkdownString(markdownText(text));
}

/** Returns Markdown of paragraphs with links, which can run the given commands and no other one. */
export function linkedMarkdown(
  paragraphs: readonly LinkedText[],
  commands: readonly string[] = [],
): MarkdownString {
  const shown = paragraphs.map(({ title, lines, links }) =>
    [
      ...(title === undefined ? [] : [`**${markdownText(title)}**`]),
      ...lines.map(markdownText),
      links.map(({ label, address }) => `[${markdownText(label)}](${address})`).join(' · '),
    ].join('  \n'),
  );
  const markdown = new MarkdownString(shown.join('\n\n'));
  if (commands.length > 0) markdown.isTrusted = { enabledCommands: commands };
  return markdown;
}

/** Returns the address that runs a command, such that it cannot end the link around it. */
export function commandAddress(command: string, ...values: readonly unknown[]): string {
  const query = encodeURIComponent(JSON.stringify(values)).replaceAll('(', '%28').replaceAll(')', '%29');
  return `command:${command}?${query}`;
}

/**
 * Returns a hover that can run the given commands and no other one, and contains no HTML. In `markdown`, which is shown
 * below and cannot run a command, every text from outside is escaped.
 */
export function linkedHover(
  contents: readonly (LinkedText & { readonly markdown?: string })[],
  range: Range,
  commands: readonly string[] = [],
): Hover {
  const shown = contents.flatMap(({ markdown = '', ...text }) => [
    linkedMarkdown([text], commands),
    ...(markdown === '' ? [] : [new MarkdownString(markdown)]),
  ]);
  return new Hover(shown, range);
}
