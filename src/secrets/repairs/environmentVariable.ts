import type { Finding } from '../finding.ts';
import { lineStart } from '../lines.ts';
import type { Edit } from './allowComment.ts';

interface EnvironmentRepair {
  /** The variable that has to be set from now on. */
  readonly variable: string;
  readonly edits: readonly Edit[];
}

const longestName = 120;
const longestLine = 1000;

interface Syntax {
  readonly read: (variable: string) => string;
  /** Where a literal may not give way to an expression, by what stands before it on its line. */
  readonly unless: RegExp;
  readonly quotes: string;
  /** What the expression needs to be imported; undefined where nothing, or where it cannot be added safely. */
  readonly imports?: (text: string) => readonly Edit[] | undefined;
}

const script: Syntax = {
  read: (variable) => `process.env.${variable}`,
  // A module's name, a type, a case, an attribute of JSX (`a="x"`), which is no expression.
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
    // An annotation and a case want a constant.
    unless: /@|\bcase\b/,
    quotes: '"',
  },
};

/**
 * Reads a secret from the environment instead of from a string literal. Undefined where that is not safe: the secret is
 * not the whole literal, the literal is a key, or the language wants a constant there.
 * @param language as the editor names it.
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
  // Minified: nobody repairs that by hand.
  if (start - line > longestLine) return undefined;
  const before = text.slice(line, start - 1);
  if (syntax.unless.test(before) || isInsideString(before) || /^\s*:/.test(text.slice(end + 1, end + 20)))
    return undefined;
  const imports = syntax.imports ? syntax.imports(text) : [];
  if (!imports) return undefined;
  const variable = variableFor(before, rule);
  return { variable, edits: [...imports, { start: start - 1, end: end + 1, text: syntax.read(variable) }] };
}

/** A quote is open where the literal begins, or a comment has begun: then the literal is part of something else. */
function isInsideString(before: string): boolean {
  const rest = before.replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, '');
  return /["'`#]|\/\/|\/\*/.test(rest);
}

/** After what the literal is given to; where that has no name, after the kind of secret. */
function variableFor(before: string, rule: string): string {
  const words = nameBefore(before) || rule;
  return words
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .split(/[^a-z\d]/i)
    .filter((word) => word !== '')
    .join('_')
    .toUpperCase();
}

/** The name in front of `=`, `: string =`, `=>`, `:` or `(`, however it is quoted or indexed; empty where there is none. */
function nameBefore(before: string): string {
  const code = before.slice(-longestName).trimEnd();
  const given = code.endsWith('=>') ? code.slice(0, -2) : code.slice(0, -1);
  if (!/[=:(>]$/.test(code)) return '';
  const colon = code.endsWith('=') ? given.lastIndexOf(':') : -1;
  // What is between a colon and the sign is a type.
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
