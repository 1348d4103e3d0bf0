import type { Finding } from './finding.ts';
import { lineStart } from './lines.ts';

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

interface EnvironmentRepair {
  /** The variable that the user has to set. */
  readonly variable: string;
  readonly edits: readonly Edit[];
}

const longestName = 120;
const longestLine = 1000;

interface Syntax {
  readonly read: (variable: string) => string;
  /** Matches the text before a literal, on its line, if an expression is not allowed there. */
  readonly unless: RegExp;
  readonly quotes: string;
  /** Returns the edits that import what the expression needs; undefined if no import can be added safely. */
  readonly imports?: (text: string) => readonly Edit[] | undefined;
}

const script: Syntax = {
  read: (variable) => `process.env.${variable}`,
  // The name of a module, a type, a case, or an attribute of JSX (`a="x"`).
  unless: /\b(?:import|from|require\(|case|type)\b|[\w-]=$/,
  quotes: `'"`,
};

const syntaxes: Readonly<Record<string, Syntax>> = {
  javascript: script,
  javascriptreact: script,
  typescript: script,
  typescriptreact: script,
  python: {
    read: (variable) => `os.environ["${variable}"]`,
    unless: /\b(?:import|case)\b|[A-Za-z]$/,
    quotes: `'"`,
    imports: pythonImports,
  },
  ruby: { read: (variable) => `ENV.fetch("${variable}")`, unless: /\b(?:require|when)\b/, quotes: `'"` },
  java: {
    read: (variable) => `System.getenv("${variable}")`,
    // An annotation and a case require a constant.
    unless: /@|\bcase\b/,
    quotes: '"',
  },
};

/**
 * Returns the edits that replace a string literal by a variable of the environment. Returns undefined if that is not safe:
 * the secret is only a part of the literal, the literal is a key, or the language requires a constant.
 *
 * @param language The editor's id of the language.
 */
export function moveToEnvironment(
  text: string,
  language: string,
  { start, end, rule }: Pick<Finding, 'start' | 'end' | 'rule'>,
): EnvironmentRepair | undefined {
  const syntax = syntaxes[language];
  const quote = text.charAt(start - 1);
  if (!syntax || quote === '' || !syntax.quotes.includes(quote) || text.charAt(end) !== quote)
    return undefined;
  // A second quote on either side: a string of several lines, or an escape of SQL.
  if (text.charAt(start - 2) === quote || text.charAt(end + 1) === quote) return undefined;
  const line = lineStart(text, start);
  // The code is minified, so users do not edit it.
  if (start - line > longestLine) return undefined;
  const before = text.slice(line, start - 1);
  if (syntax.unless.test(before) || isInsideString(before) || /^\s*:/.test(text.slice(end + 1, end + 20)))
    return undefined;
  const imports = syntax.imports ? syntax.imports(text) : [];
  if (!imports) return undefined;
  const variable = variableFor(before, rule);
  return { variable, edits: [...imports, { start: start - 1, end: end + 1, text: syntax.read(variable) }] };
}

function isInsideString(before: string): boolean {
  const rest = before.replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, '');
  return /["'`#]|\/\/|\/\*/.test(rest);
}

function variableFor(before: string, rule: string): string {
  const words = nameBefore(before) || rule;
  return words
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .split(/[^a-z\d]/i)
    .filter((word) => word !== '')
    .join('_')
    .toUpperCase();
}

/** Returns the name before `=`, `: string =`, `=>`, `:` or `(`, also if it is quoted or indexed; empty without a name. */
function nameBefore(before: string): string {
  const code = before.slice(-longestName).trimEnd();
  const given = code.endsWith('=>') ? code.slice(0, -2) : code.slice(0, -1);
  if (!/[=:(>]$/.test(code)) return '';
  const colon = code.endsWith('=') ? given.lastIndexOf(':') : -1;
  // The text between a colon and the sign is a type.
  const name = (colon < 0 ? given : given.slice(0, colon)).trimEnd();
  let end = name.length;
  while (/["'\]]/.test(name.charAt(end - 1))) end--;
  let start = end;
  while (/[\w$-]/.test(name.charAt(start - 1))) start--;
  return name.slice(start, end);
}

function pythonImports(text: string): readonly Edit[] | undefined {
  if (/^import os\b(?! *\.)/m.test(text)) return [];
  const first = /^(?:import|from (?!__future__))\b/m.exec(text);
  return first ? [{ start: first.index, end: first.index, text: 'import os\n' }] : undefined;
}
