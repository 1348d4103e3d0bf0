import { TooComplex } from './commandLine.ts';

/**
 * A pattern is a text in which a backslash takes its meaning from the next character, as in the shell. `fieldEnd` is a
 * blank that an unquoted expansion brought in, at which the shell splits words.
 */
export const fieldEnd = '\uE000';

/** Begins a text that is a pattern: the names of files that another program prints. */
export const patternMark = '\uE001';

/** Stands before and behind the number of a source in a text: the text is a name for each name of the source. */
export const sourceMark = '\uE002';

const special = /[\\*?[\]{}~,()|!@+^]/g;

export function literal(text: string): string {
  return text.replaceAll(special, String.raw`\$&`);
}

export function unescaped(pattern: string): string {
  return pattern.replaceAll(/\\([\s\S])/g, '$1');
}

/** Whether the shell would replace the pattern by the names of files. */
export function isGlob(pattern: string): boolean {
  return /[*?[]|[+@!]\(/.test(pattern.replaceAll(/\\[\s\S]/g, ''));
}

/** More alternatives than any person writes in braces. */
const maxAlternatives = 1_000;

/** Numbers or letters of a range that are counted one by one. */
const maxRange = 26;

/**
 * Returns the words that braces (`{a,b}`, `{1..3}`) stand for.
 *
 * @throws {TooComplex} for more words than can be checked.
 */
export function expandBraces(pattern: string): readonly string[] {
  const done: string[] = [];
  const waiting = [pattern];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const group = innermostBraces(next);
    if (group === undefined) done.push(next);
    else {
      if (done.length + waiting.length > maxAlternatives)
        throw new TooComplex('names more files than can be checked');
      const { start, end, parts } = group;
      for (const part of parts.reverse()) waiting.push(next.slice(0, start) + part + next.slice(end));
    }
  }
  return done;
}

function innermostBraces(pattern: string): { start: number; end: number; parts: string[] } | undefined {
  const open: number[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === '\\') at++;
    else if (char === '{') open.push(at);
    else if (char === '}') {
      const start = open.pop();
      if (start === undefined) continue;
      const inner = pattern.slice(start + 1, at);
      const parts = alternatives(inner);
      if (parts) return { start, end: at + 1, parts };
    }
  }
  return undefined;
}

function alternatives(inner: string): string[] | undefined {
  const range = /^(-?\d{1,6}|[A-Z])\.\.(-?\d{1,6}|[A-Z])(?:\.\.-?\d{1,6})?$/i.exec(inner);
  if (range) return inRange(range[1] ?? '', range[2] ?? '');
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < inner.length; at++)
    if (inner[at] === '\\') at++;
    else if (inner[at] === ',') {
      parts.push(inner.slice(from, at));
      from = at + 1;
    }
  return parts.length === 0 ? undefined : [...parts, inner.slice(from)];
}

function inRange(first: string, last: string): string[] {
  const isNumber = /\d/.test(first);
  const [a, b] = isNumber ? [Number(first), Number(last)] : [first.charCodeAt(0), last.charCodeAt(0)];
  const count = Math.abs(b - a) + 1;
  // A pattern that matches all of them.
  if (count > maxRange) return [isNumber ? '*[0-9]' : '?'];
  return Array.from({ length: count }, (_, index) => {
    const value = a <= b ? a + index : a - index;
    return isNumber ? String(value) : String.fromCharCode(value);
  });
}

interface GlobOptions {
  /** Whether wildcards match a dot at the beginning, as with `dotglob` and in most programs that are not a shell. */
  readonly matchesDots?: boolean;
  readonly ignoresCase?: boolean;
}

/** Matches one character; `any` stands for any number of characters. */
type Step = 'any' | ((char: string) => boolean);

/**
 * Returns a function that returns whether a name matches a pattern. Groups such as `@(a|b)` match any text, so that the
 * time is at most the product of the two lengths.
 */
export function globMatcher(
  pattern: string,
  { matchesDots = false, ignoresCase = false }: GlobOptions = {},
): (name: string) => boolean {
  const fold = (text: string): string => (ignoresCase ? text.toLowerCase() : text);
  const steps = stepsOf(fold(pattern));
  const skipsDots = !matchesDots && !/^(?:\\?\.|\[|[@!+*?]\()/.test(pattern);
  return (name) => !(skipsDots && name.startsWith('.')) && matches(steps, fold(name));
}

function stepsOf(pattern: string): readonly Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at] ?? '';
    const close = closeOf(pattern, at);
    if (close > 0) {
      steps.push(char === '[' ? memberOf(pattern.slice(at + 1, close)) : 'any');
      at = close;
    } else if (char === '*') steps.push('any');
    else if (char === '?') steps.push(() => true);
    else {
      const wanted = char === '\\' ? (pattern[++at] ?? '') : char;
      steps.push((found) => found === wanted);
    }
  }
  return steps;
}

/** Returns the end of a class or a group that begins at `start`, or -1. */
function closeOf(pattern: string, start: number): number {
  if (pattern[start + 1] === '(' && '?*+@!'.includes(pattern[start] ?? ''))
    return pattern.indexOf(')', start);
  if (pattern[start] !== '[') return -1;
  const close = pattern.indexOf(']', start + 2);
  // A named class, as in `[[:alpha:]]`, ends one bracket earlier.
  return pattern.startsWith('[[:', start) && pattern[close + 1] === ']' ? close + 1 : close;
}

function memberOf(inner: string): (char: string) => boolean {
  if (inner.includes('[:')) return () => true;
  const isNegated = /^[!^]/.test(inner);
  const body = unescaped(isNegated ? inner.slice(1) : inner);
  const ranges: (readonly [first: string, last: string])[] = [];
  for (let at = 0; at < body.length; at++) {
    const isRange = body[at + 1] === '-' && at + 2 < body.length;
    ranges.push([body[at] ?? '', body[isRange ? at + 2 : at] ?? '']);
    if (isRange) at += 2;
  }
  return (char) => ranges.some(([first, last]) => first <= char && char <= last) !== isNegated;
}

function matches(steps: readonly Step[], name: string): boolean {
  let at = 0;
  let step = 0;
  /** The last wildcard, and how far it reaches. */
  let back = -1;
  let reach = 0;
  while (at < name.length) {
    const wanted = steps[step];
    if (wanted === 'any') {
      back = step++;
      reach = at;
    } else if (wanted?.(name[at] ?? '')) {
      step++;
      at++;
    } else if (back >= 0) {
      step = back + 1;
      at = ++reach;
    } else return false;
  }
  return steps.slice(step).every((left) => left === 'any');
}

export interface Field {
  /** The text, with `*` for the parts that cannot be known. */
  readonly text: string;
  /** The same as a pattern. */
  readonly pattern: string;
  readonly isGlob: boolean;
  /** Whether a part of the text cannot be known before the command runs. */
  readonly isPartial: boolean;
  /** The variables of the environment that are in it; `!` stands for one whose name is in a variable. */
  readonly variables: readonly string[];
}

/** Returns a text as an argument that is known as a whole, so that a `*` in it stands for itself. */
export function fieldOfText(text: string): Field {
  return { text, pattern: literal(text), isGlob: false, isPartial: false, variables: [] };
}

/** Returns what `fieldOfText` returns, for a text that another program prints. */
export function fieldOfOutput(text: string): Field {
  if (!text.startsWith(patternMark)) return fieldOfText(text);
  const pattern = text.slice(1);
  return { ...fieldOfText(pattern), pattern, isGlob: true };
}

export function refers(text: string): boolean {
  return text.includes(sourceMark);
}

/** Whether a text is neither a pattern nor a reference. */
export function isPlainText(text: string): boolean {
  return !refers(text) && !text.startsWith(patternMark);
}
