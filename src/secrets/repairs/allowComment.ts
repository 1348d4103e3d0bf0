import type { Finding } from '../finding.ts';
import { lineStart } from '../lines.ts';

/** One replacement in a text. Offsets are in UTF-16 code units, and equal for an insertion. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const slashes = ['// ', ''] as const;
const hash = ['# ', ''] as const;
const dashes = ['-- ', ''] as const;
const markup = ['<!-- ', ' -->'] as const;
const block = ['/* ', ' */'] as const;

const families: readonly (readonly [comment: readonly [open: string, close: string], languages: string])[] = [
  [
    slashes,
    'javascript javascriptreact typescript typescriptreact java c cpp csharp go rust swift kotlin scala dart php groovy ' +
      'objective-c objective-cpp fsharp jsonc less scss solidity proto3 zig',
  ],
  [
    hash,
    'python ruby shellscript yaml toml dockerfile makefile perl r elixir powershell dotenv properties terraform hcl ' +
      'coffeescript julia nix ignore gitignore graphql dockercompose cmake crystal tcl',
  ],
  [dashes, 'sql lua haskell elm ada plsql'],
  [markup, 'html xml markdown vue svelte xsl'],
  [block, 'css'],
];

/** How a comment of one line is written, by the editor's name of the language. Not here: languages without comments. */
export const comments: ReadonlyMap<string, readonly [open: string, close: string]> = new Map(
  families.flatMap(([comment, languages]) => languages.split(' ').map((language) => [language, comment])),
);

/**
 * Returns the edit that allows a finding by a comment on the line above it. Returns undefined for a language without a known
 * comment.
 *
 * @param language The editor's id of the language.
 */
export function allowHere(
  text: string,
  language: string,
  { start, rule }: Pick<Finding, 'start' | 'rule'>,
): Edit | undefined {
  const comment = comments.get(language);
  if (!comment) return undefined;
  const [open, close] = comment;
  const line = lineStart(text, start);
  const indent = /^[ \t]*/.exec(text.slice(line, start))?.[0] ?? '';
  const lineEnd = text.startsWith('\r\n', text.indexOf('\n') - 1) ? '\r\n' : '\n';
  return { start: line, end: line, text: `${indent}${open}service:allow-secret ${rule}${close}${lineEnd}` };
}
