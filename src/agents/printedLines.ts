import type { SearchRequest } from './protocol.ts';
import type { Shown, AssignmentKind } from './shell/facts.ts';
import type { TimeLimit } from './timeLimit.ts';

/** Characters. The hook does not read all of a file that is larger, so that the numbers of its lines are not known. */
const maxNumbered = 8 * 1024 * 1024;

/**
 * Returns the part of a file that a command prints, undefined when it prints nothing of it. The other lines are empty, so
 * that each line keeps its number. A file with a private key counts as a whole, because no rule finds a part of one.
 *
 * @param shown Undefined for a command that prints the whole file.
 */
export function printedPart(text: string, shown: Shown | undefined, time: TimeLimit): string | undefined {
  if (shown === undefined || text.length >= maxNumbered || text.includes('PRIVATE KEY')) return text;
  if (shown === 'names') return listedVariables(text) ?? text;
  if ('search' in shown) return printedLines(text, shown.search, time);
  const { from, to } = shown;
  return text.split('\n').slice(0, to).fill('', 0, from).join('\n');
}

/** Characters of a line that are compared with a pattern at most; a longer line counts as printed. */
const maxLine = 2_000;

/** Lines that a pattern can be compared with only in pieces below this length are not compared at all. */
const minLine = 60;

/** Steps that the comparison of one line may take, about a tenth of a second. */
const maxSteps = 20_000_000;

/** Lines around an answer to a question in plain language. */
const contextOfQuestion = 20;

/**
 * Returns a file with only the lines that a search may print, the others being empty, or undefined when it prints none. A
 * pattern that JavaScript does not understand, or that may take long, matches every line.
 *
 * @param time When it is over, further lines count as printed.
 */
export function printedLines(
  text: string,
  { pattern, question, ignoresCase = false, context = 0 }: Omit<SearchRequest, 'path'>,
  time?: TimeLimit,
): string | undefined {
  const longest = question === undefined ? longestLine(pattern ?? '') : maxLine;
  const expression = question === undefined ? expressionOf(pattern, ignoresCase) : wordsOf(question);
  if (expression === undefined) return text;
  // Classes of letters contain those of all scripts in other dialects.
  const hasClasses = question === undefined && /\\[bdsw]|\[:/i.test(pattern ?? '');
  const matches = (line: string): boolean =>
    expression.test(line) ||
    // Some programs read a carriage return as a part of the end of the line, others as a part of the line.
    (line.endsWith('\r') && expression.test(line.slice(0, -1))) ||
    (hasClasses && !isAscii(line));
  const around = question === undefined ? Math.min(context, 1_000) : contextOfQuestion;
  const lines = text.split('\n');
  const printed: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.length <= longest && time?.isOver !== true && !matches(line)) continue;
    while (printed.length < index - around) printed.push('');
    printed.push(...lines.slice(printed.length, index + around + 1));
  }
  return printed.length === 0 ? undefined : printed.join('\n');
}

function expressionOf(pattern: string | undefined, ignoresCase: boolean): RegExp | undefined {
  if (pattern === undefined || !isSafe(pattern)) return undefined;
  const source = pattern
    .replaceAll('[:alpha:]', 'a-zA-Z')
    .replaceAll('[:alnum:]', 'a-zA-Z0-9')
    .replaceAll('[:digit:]', '0-9')
    .replaceAll('[:space:]', String.raw`\s`)
    .replaceAll('[:upper:]', 'A-Z')
    .replaceAll('[:lower:]', 'a-z');
  if (!isCommon(source)) return undefined;
  try {
    return new RegExp(source, ignoresCase ? 'is' : 's');
  } catch {
    // Another dialect: every line may match.
    return undefined;
  }
}

/** Escapes that all dialects read as JavaScript does. In some, those of letters and of `<` have other meanings. */
const commonEscapes = /\\(?:[bdnrstw]|[^\da-z<>`'])/gi;

/** Syntax that other dialects read differently than JavaScript: `[]a]`, `[[a]b]`, `[a&&b]`, `a{,2}`, classes with names. */
const foreign = /\\|\[\^?\]|\[[^\]]*(?:\[|&&|--|~~)|\{,/;

/** Whether a program that is not written in JavaScript finds with a pattern what JavaScript finds. */
const isCommon = (pattern: string): boolean => !foreign.test(pattern.replaceAll(commonEscapes, 'x'));

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** Whether the time to match a line is bounded: no repeated group, no reference back, few repetitions and alternatives. */
function isSafe(pattern: string): boolean {
  const plain = pattern.replaceAll(/\\\D/g, '');
  return (
    pattern.length <= 500 &&
    !/\)[*+?{]|\\\d|\[:punct:\]|\(\?[^:]/.test(plain) &&
    longestLine(pattern) >= minLine
  );
}

/**
 * Returns the length of the lines with which a pattern can be compared in time. Each repetition may begin and end at any
 * character, and each option and alternative doubles the ways to match.
 */
function longestLine(pattern: string): number {
  const plain = pattern.replaceAll(/\\\D/g, '').replaceAll('(?:', '(');
  const repeated = (plain.match(/[*+]|\{\d*,\d*\}/g) ?? []).length;
  const options = (plain.match(plain.includes('(') ? /[?|]/g : /\?/g) ?? []).length;
  let steps = maxSteps / 2 ** options;
  for (let count = 2; count <= repeated + 1; count++) steps *= count;
  return Math.min(maxLine, Math.floor(steps ** (1 / (repeated + 1))));
}

/** More words than a question has, and more characters than a word. */
const maxWords = 50;
const maxWord = 100;

/** Returns the words of a question that a printed line may contain; undefined when every line may be printed. */
function wordsOf(question: string): RegExp | undefined {
  const words = new Set(question.match(/[\p{L}\d_]{4,}/gu));
  const isUsual =
    words.size > 0 && words.size <= maxWords && [...words].every((word) => word.length <= maxWord);
  return isUsual ? new RegExp([...words].join('|'), 'iu') : undefined;
}

const assignment = /^\s*((?:export\s+)?[A-Z_][\w.-]{0,63})\s*=([\x20-\x7e\t]*)$/i;

/** A value in quotes that end on the line, or without any. */
const isWhole = /^(?:"[^"]*"|'[^']*'|[^"'].*)?$/;

/** Characters. The hook does not read all of a file that is much larger. */
const maxLength = 1024 * 1024;

/**
 * Returns what a filter may print that shows the names of variables, such as `cut -d= -f1`: the names and the comments.
 * Returns undefined for a file with any other line. A value of several lines, such as a key, has lines without the sign,
 * which filters print whole, and its last line may end with one. Filters do not recognise characters that are not ASCII
 * in every language of the system.
 */
export function listedVariables(text: string): string | undefined {
  if (text.length > maxLength) return undefined;
  const printed: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, name, value = ''] = assignment.exec(line) ?? [];
    if (name !== undefined && isWhole.test(value.trim()) && !line.endsWith('\\')) printed.push(name);
    else if (/^\s*(?:#[\x20-\x7e\t]*)?$/.test(line)) printed.push(line);
    else return undefined;
  }
  return printed.join('\n');
}

/** An assignment with its value, which may be in quotes and then have several lines. */
const shellAssignment =
  /^[ \t]*(?:(?:export|declare|typeset|readonly|local)[ \t]+(?:-\w+[ \t]+)?)?([A-Z_]\w*)\+?=(?:"(?:[^"\\]|\\[\s\S])*"|'[^']*'|\\.|[^\s"'`;&|()<>\\])*;?(?:[ \t]+(?:#.*)?)?\r?$/gim;

/**
 * Returns the parts of a file that reach the output when its assignments become a part of the environment: shells quote
 * lines that are not assignments in their error messages.
 *
 * @param shown Names of variables that the command line prints.
 */
export function printedOfAssignments(text: string, kind: AssignmentKind, shown: ReadonlySet<string>): string {
  if (text.length > maxLength || isComputed(text, shown)) return text;
  if (kind === 'words')
    return text
      .split('\n')
      .map((line) =>
        line
          .split(/\s+/)
          .filter((word) => {
            const [, name] = /^([A-Z_]\w*)=/i.exec(word) ?? [];
            return name === undefined || shown.has(name);
          })
          .join(' '),
      )
      .join('\n');
  return text
    .replaceAll(shellAssignment, (whole: string, name: string) => (shown.has(name) ? whole : ''))
    .split('\n')
    .map((line) => (/^\s*#/.test(line) ? '' : quotedInError(line, shown)))
    .join('\n');
}

/** Whether a shown variable may get the value of another one. */
function isComputed(text: string, shown: ReadonlySet<string>): boolean {
  const lines = [...text.matchAll(/\b([A-Z_]\w*)\+?=[^\n]*[$`]/gi)];
  const values = [...text.matchAll(shellAssignment)].filter(([whole]) => /[$`]/.test(whole));
  return [...lines, ...values].some(([, name = '']) => shown.has(name));
}

/** Returns what an error message of the shell quotes of a line: its first word, or all of a line that is not code. */
function quotedInError(line: string, shown: ReadonlySet<string>): string {
  const [name] = /[A-Z_]\w*(?==)/i.exec(line) ?? [];
  if (name !== undefined && shown.has(name)) return line;
  return /["'`$();|]/.test(line) ? (/^\s*[^\s"'`$();|]+/.exec(line)?.[0] ?? '') : line;
}
