import { ch, isAlphanumeric, isBlank } from './characters.ts';
import type { Candidate, Source } from './candidates/candidate.ts';
import { checks } from './checks.ts';
import type { Format } from './formatRule.ts';
import { isSampleToken } from './judgement.ts';

/** A stretch of text that has the form of a rule. `real` is false where a check says that it was made up. */
interface FormatMatch {
  readonly rule: Format;
  readonly start: number;
  readonly end: number;
  readonly real: boolean;
}

/** How far before a name the words that a rule wants near are looked for. */
const nearReach = 100;

/** Matches a rule at a hit of one of its keywords. */
export function matchFormat(
  source: Source,
  rule: Format,
  keyword: string,
  hit: number,
): FormatMatch | undefined {
  const { text } = source;
  // The automaton folds letters; formats don't.
  if (!text.startsWith(keyword, hit)) return undefined;
  const start = rule.back === undefined ? hit + (rule.skip ?? 0) : tokenStart(text, hit, rule.back);
  if (!rule.skip && isInsideWord(text, start)) return undefined;
  rule.pattern.lastIndex = start;
  const token = rule.pattern.exec(text)?.[0];
  source.steps += (token?.length ?? 8) + hit - start;
  if (token === undefined) return undefined;
  const end = start + token.length;
  if (isTokenCharacter(text.charCodeAt(end)) && isAlphanumeric(text.charCodeAt(end - 1))) return undefined;
  return { rule, start, end, real: isReal(rule, token) };
}

/** The first of the formats that go by names whose words are near a candidate and whose form is its whole value. */
export function matchNamedFormat(
  source: Source,
  formats: readonly Format[],
  candidate: Candidate,
): Format | undefined {
  const { text } = source;
  const context = text.slice(Math.max(0, candidate.nameStart - nearReach), candidate.start).toLowerCase();
  const joined = context.replace(/[-_. ]/g, '');
  const isNear = (words: readonly string[]): boolean =>
    words.some((word) => context.includes(word) || joined.includes(word));
  source.steps += context.length;
  return formats.find((format) => {
    // Words first: a pattern that is never asked is never compiled.
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

/** Where the form is only a length, words have it too; what was drawn at random has digits, or its case changes often. */
function isMixed(token: string, pattern: RegExp): boolean {
  if (pattern.source.startsWith('[0-9a-f]')) return /\d/.test(token) && /[a-f]/.test(token);
  if (/\d/.test(token) && /[a-z]/i.test(token)) return true;
  return (token.match(/[a-z][A-Z]/g)?.length ?? 0) >= token.length / 8;
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

/** What the bodies of tokens are made of. */
function isTokenCharacter(code: number): boolean {
  return isAlphanumeric(code) || code === 43 || code === 47 || code === 95 || code === 126;
}

/** A token begins where no word goes on; `\n`, `%3D` and their kind are not words. */
function isInsideWord(text: string, start: number): boolean {
  const before = text.charCodeAt(start - 1);
  if (!isAlphanumeric(before) && before !== 95) return false;
  if (isBlank(before)) return false;
  const escape = text.slice(Math.max(0, start - 3), start);
  return !/\\[nrt]$|%[\dA-F]{2}$/i.test(escape);
}
