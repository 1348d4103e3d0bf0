import { Hover, MarkdownString, type Range, type Uri } from 'vscode';
import { markdownText } from './plainText.ts';

interface HoverContent {
  /** Each line is a paragraph of plain text. */
  readonly lines: readonly string[];
  /** A link below the lines. Its label is a text of this extension. */
  readonly link: { readonly label: string; readonly address: Uri };
}

/** Returns Markdown that shows the text as it is, for a place that wants Markdown. */
export function plainMarkdown(text: string): MarkdownString {
  return new MarkdownString(markdownText(text));
}

/** Returns a hover of plain text with one link. It cannot run a command, because its Markdown is not trusted. */
export function plainHover({ lines, link }: HoverContent, range: Range): Hover {
  return markdownHover([{ markdown: lines.map(markdownText).join('\n\n'), link }], range);
}

interface MarkdownContent extends Pick<HoverContent, 'link'> {
  /** Markdown in which every text from outside is escaped. */
  readonly markdown: string;
}

/** Returns a hover of Markdown with a link below each part. It cannot run a command or contain HTML. */
export function markdownHover(contents: readonly MarkdownContent[], range: Range): Hover {
  const shown = contents.map(
    ({ markdown, link }) =>
      new MarkdownString(`${markdown}\n\n[${markdownText(link.label)}](${link.address.toString()})`),
  );
  return new Hover(shown, range);
}
