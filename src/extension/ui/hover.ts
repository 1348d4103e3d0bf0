import { Hover, MarkdownString, type Range, type Uri } from 'vscode';
import { markdownText } from './plainText.ts';

interface HoverContent {
  /** Each is a paragraph of plain text. */
  readonly lines: readonly string[];
  /** A link below them. The label is one of our own texts. */
  readonly link: { readonly label: string; readonly address: Uri };
}

/** A hover of plain text with one link. It runs no command: its Markdown is not trusted. */
export function plainHover({ lines, link }: HoverContent, range: Range): Hover {
  const paragraphs = [
    ...lines.map(markdownText),
    `[${markdownText(link.label)}](${link.address.toString()})`,
  ];
  return new Hover(new MarkdownString(paragraphs.join('\n\n')), range);
}
