import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/**
 * Sentence patterns that native readers stumble over. They also match some good sentences, so the check limits the
 * share of matching comments instead of refusing each match.
 */
const patterns: readonly RegExp[] = [
  // A relative clause without the noun that it describes: "What the server refuses stays".
  /(?:^|[.:;,] )(?:What|Whoever?|Whatever|That|Which) (?!if|about)\w/,
  // An actor without a name.
  /\b(?:[Nn]obody|[Ss]omebody|[Aa]nybody|[Ww]hoever)\b/,
  // A fragment without a verb: "Of the leader".
  /^(?:Of|By|From|Under|With|Where) (?![^.]*\b(?:is|are|was|were|has|have|must|can|may|does|do|will)\b)/,
  // Negated nouns in place of a verb.
  /\b(?:is|are|was|were) (?:no|none|nothing)\b/,
  // Dated phrases.
  /\b(?:be it|should (?:it|the|this|two)|anew|for good|for sure|of (?:its|their) own|by (?:itself|themselves))\b/,
];

/** Highest share of matching comments in a folder. */
const limitPercent = 3;

export interface ProseReport {
  /** Number of comments. */
  readonly total: number;
  /** The comments that match a pattern: `file:line: text`. */
  readonly hits: readonly string[];
  /** Share of the matching comments in percent; 0 without comments. */
  readonly percent: number;
}

/**
 * Checks the comments of all TypeScript files below a folder. Files with data (`*.data.ts`) are left out.
 *
 * @param root absolute path; the reported paths are relative to it
 */
export function checkProse(root: string, folder: string): ProseReport {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('.data.'))
    .map((file) => join(folder, file))
    .sort();
  let total = 0;
  const hits: string[] = [];
  for (const file of files)
    for (const { line, text } of commentsOf(readFileSync(join(root, file), 'utf8'))) {
      total++;
      if (isClumsy(text)) hits.push(`${file}:${line}: ${text}`);
    }
  return { total, hits, percent: total === 0 ? 0 : (100 * hits.length) / total };
}

/** Returns the names of the folders in which more than 3 % of the comments match. */
export function foldersAboveLimit(reports: ReadonlyMap<string, ProseReport>): readonly string[] {
  return [...reports].filter(([, { percent }]) => percent > limitPercent).map(([folder]) => folder);
}

/** Whether a comment matches one of the patterns. */
export function isClumsy(text: string): boolean {
  return patterns.some((pattern) => pattern.test(text));
}

interface Comment {
  /** Line of the first character, from 1 on. */
  readonly line: number;
  /** The text on one line, without the signs of the comment. */
  readonly text: string;
}

/**
 * Returns the comments of a source file, without directives for ESLint and without comments of at most 8 characters.
 * The parser decides what a comment is, so that `/*` and `//` in strings, templates and regular expressions are not
 * taken for one.
 */
export function commentsOf(source: string): readonly Comment[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const comments: Comment[] = [];
  for (const { start, end } of gapsOf(file)) {
    const scanner = ts.createScanner(
      ts.ScriptTarget.Latest,
      false,
      ts.LanguageVariant.Standard,
      source,
      undefined,
      start,
      end - start,
    );
    for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
      if (kind !== ts.SyntaxKind.SingleLineCommentTrivia && kind !== ts.SyntaxKind.MultiLineCommentTrivia)
        continue;
      const text = textOf(scanner.getTokenText());
      if (text.length > 8 && !text.includes('eslint'))
        comments.push({ line: file.getLineAndCharacterOfPosition(scanner.getTokenStart()).line + 1, text });
    }
  }
  return comments;
}

interface Gap {
  readonly start: number;
  readonly end: number;
}

/** Yields the text between two tokens: white space and comments alone. */
function* gapsOf(file: ts.SourceFile): Generator<Gap> {
  const pending: ts.Node[] = [file];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (ts.isJSDoc(node)) continue;
    const children = node.getChildren(file);
    if (children.length > 0) pending.push(...children.toReversed());
    else if (node.getStart(file) > node.getFullStart())
      yield { start: node.getFullStart(), end: node.getStart(file) };
  }
}

/** Removes the signs of a comment and joins its lines. */
function textOf(comment: string): string {
  return comment
    .replace(/^\/(?:\/|\*\*?)/, '')
    .replace(/\*\/$/, '')
    .replace(/\s*\n\s*(?:\*\s?)?/g, ' ')
    .trim();
}
