import { ch, isAlphanumeric, isDigit, isLower, isUpper, isWord, setOf } from '../characters.ts';
import type { Candidate, Source } from '../candidates/candidate.ts';
import { checks } from './checks.ts';
import type { Format } from './formatRule.ts';
import { isSampleToken } from '../candidates/placeholders.ts';

/** A stretch of text that has the form of a rule. `real` is false if a check shows that it is an example. */
interface FormatMatch {
  readonly start: number;
  readonly end: number;
  readonly real: boolean;
}

/** The number of characters before a name in which the words of a rule (`near`) are searched. */
const nearReach = 100;

/** Matches a rule at the offset `hit` of one of its keywords. */
export function matchFormat(source: Source, rule: Format, hit: number): FormatMatch | undefined {
  const { text } = source;
  const start = rule.back === undefined ? hit + (rule.skip ?? 0) : tokenStart(text, hit, rule.back);
  if (!rule.skip && isInsideWord(text, start)) return undefined;
  rule.pattern.lastIndex = start;
  const token = rule.pattern.exec(text)?.[0];
  source.steps += (token?.length ?? 8) + hit - start;
  if (token === undefined) return undefined;
  const end = start + token.length;
  if (isTokenCharacter(text.charCodeAt(end)) && isAlphanumeric(text.charCodeAt(end - 1))) return undefined;
  return { start, end, real: isReal(rule, token) };
}

/** Returns the first format without keywords whose words are near a candidate and whose form is its whole value. */
export function matchNamedFormat(
  source: Source,
  formats: readonly Format[],
  candidate: Candidate,
): Format | undefined {
  const { text } = source;
  if (!mayBeRandom(text.slice(candidate.start, candidate.end))) return undefined;
  const context = text.slice(Math.max(0, candidate.nameStart - nearReach), candidate.start).toLowerCase();
  const joined = context.replace(/[-_. ]/g, '');
  const isNear = (words: readonly string[]): boolean =>
    words.some((word) => context.includes(word) || joined.includes(word));
  source.steps += context.length;
  return formats.find((format) => {
    // Words come first, because a pattern is compiled when it is first used.
    if (!format.near?.every(isNear)) return false;
    format.pattern.lastIndex = candidate.start;
    const token = format.pattern.exec(text)?.[0];
    source.steps += token?.length ?? 8;
    if (token?.length !== candidate.end - candidate.start) return false;
    return isMixed(token, format.pattern) && isReal(format, token);
  });
}

function isReal(rule: Format, token: string): boolean {
  return !isSampleToken(token) && (!rule.check || checks[rule.check](token));
}

/** Words may have the same length as a token. Random values have digits, or their case changes often. */
function isMixed(token: string, pattern: RegExp): boolean {
  if (pattern.source.startsWith('[0-9a-f]')) return /\d/.test(token) && /[a-f]/.test(token);
  if (token.length >= longWord && /^[a-z]+$/i.test(token)) return false;
  return /[a-z]/i.test(token) && mayBeRandom(token);
}

/** Of random tokens in base 62 with this length, one in a thousand has no digit. */
const longWord = 40;

/** Returns whether a value has a digit, or its case changes in at least one of eight characters. */
function mayBeRandom(value: string): boolean {
  let changes = 0;
  let last = 0;
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    if (isDigit(code)) return true;
    if (isUpper(code) && isLower(last)) changes++;
    last = code;
  }
  return changes >= value.length / 8;
}

function tokenStart(text: string, hit: number, back: number): number {
  let start = hit;
  while (
    hit - start < back &&
    (isTokenCharacter(text.charCodeAt(start - 1)) || text.charCodeAt(start - 1) === ch.dash)
  )
    start--;
  return start;
}

function isTokenCharacter(code: number): boolean {
  return isAlphanumeric(code) || code === 43 || code === 47 || code === 95 || code === 126;
}

/** Returns whether a word continues at an offset. Escapes such as `\n` and `%3D` are not words. */
function isInsideWord(text: string, start: number): boolean {
  const before = text.charCodeAt(start - 1);
  if (!isWord(before)) return false;
  const second = text.charCodeAt(start - 2);
  if (second === ch.backslash && isEscapeLetter(before)) return false;
  return !(isHexDigit(before) && isHexDigit(second) && text.charCodeAt(start - 3) === ch.percent);
}

const isEscapeLetter = setOf('nrtNRT');
const isHexDigit = setOf('0123456789abcdefABCDEF');
