import type { Finding } from './finding.ts';

/** A value that is masked wherever it stands, and the rule that calls it a secret where it comes from. */
export interface KnownValue {
  readonly value: string;
  readonly rule: string;
}

/** The fewest characters of a value that is masked; a shorter one is a part of ordinary words and numbers. */
export const shortestMasked = 8;

/** The fewest characters of a value that is one word or one number. */
const shortestWord = 12;

/** Whether a value can be masked wherever it stands, and is no ordinary word ("password") or number (a date). */
export function isDistinctive(value: string): boolean {
  return value.length >= (/^(?:[A-Za-z]?[a-z]+|[A-Z]+|\d+)$/.test(value) ? shortestWord : shortestMasked);
}

export interface MaskOptions {
  /** Values that are masked wherever they stand. */
  readonly known: readonly KnownValue[];
  /** Returns the secrets that the engine finds in a text. */
  readonly find: (text: string) => readonly Pick<Finding, 'start' | 'end' | 'rule'>[];
  readonly numberOf: (value: string) => number | undefined;
}

interface Masked {
  readonly text: string;
  /** What was hidden at first, in the order of the original text. */
  readonly hidden: readonly Pick<Finding, 'start' | 'rule'>[];
}

interface Hidden {
  readonly start: number;
  readonly end: number;
  readonly rule: string;
  /** The secret itself, whatever form it has in the text. */
  readonly value: string;
}

const escapes = String.raw`\[[\d:;<=>?$ ]*[A-Za-z@~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)|[()][\dA-Z]|[\d=>A-Z\\]`;

/** Control sequences of a terminal: colours and positions, titles and links, others. */
const escape = new RegExp(String.raw`\u001B(?:${escapes})`, 'g');

/** Such sequences, and the characters that they leave of UTF-16. */
const unseen = new RegExp(String.raw`${escape.source}|\0`, 'g');

/** Also the ends of lines, with which a terminal splits what is wider than itself. */
export const unseenOrWrap = new RegExp(String.raw`${escape.source}|[\0\r\n]`, 'g');

/** Rounds until nothing is found; what stands beside a placeholder may look like a secret only then. */
const maxRounds = 3;

/**
 * Replaces each secret of a text by a placeholder.
 *
 * @returns Undefined when the masked text still has a secret, for example by a rule that finds placeholders.
 */
export function maskText(text: string, options: MaskOptions): Masked | undefined {
  const hidden = joined([...found(text, options), ...known(text, options)]);
  if (hidden.length === 0) return { text, hidden };
  let masked = replaced(text, hidden, options);
  for (let round = 0; round < maxRounds; round++) {
    const left = joined(found(masked, options));
    if (left.length === 0) return { text: masked, hidden };
    masked = replaced(masked, left, options);
  }
  return undefined;
}

function replaced(text: string, hidden: readonly Hidden[], { numberOf }: MaskOptions): string {
  let last = 0;
  const parts: string[] = [];
  for (const { start, end, rule, value } of hidden) {
    parts.push(text.slice(last, start), placeholder(rule, numberOf(value)));
    last = end;
  }
  return parts.join('') + text.slice(last);
}

/** The text explains itself, so that an agent that reads it in a file does not take it for a defect of the file. */
function placeholder(rule: string, number: number | undefined): string {
  return `${placeholderStart} ${rule}${number === undefined ? '' : ` #${number}`}, unchanged at its source›`;
}

const placeholderStart = '‹hidden by service-cli:';

/** Returns what the engine finds, also across characters that a person does not see. */
function found(text: string, { find }: MaskOptions): Hidden[] {
  const lines = text.replaceAll('\0', '\n');
  const findings = find(lines).map(({ start, end, rule }) => ({
    start,
    end,
    rule,
    value: text.slice(start, end),
  }));
  if (text.includes('\u001B')) findings.push(...foundWithout(escape, lines, find));
  if (!text.includes('\0')) return findings;
  // A NUL ends a text, as in `/proc/<pid>/environ`, or is half of a character in UTF-16. What was found between two of them
  // would be longer without them.
  const across = foundWithout(unseen, text, find);
  return [...findings, ...across.filter((one) => !findings.some((other) => overlap(one, other)))];
}

function foundWithout(parts: RegExp, text: string, find: MaskOptions['find']): Hidden[] {
  const seen = without(text, parts);
  return find(seen.text).map((finding) => inOriginal(seen, finding));
}

const overlap = (a: Hidden, b: Hidden): boolean => a.start < b.end && b.start < a.end;

function inOriginal(
  { text, originOf }: Shortened,
  { start, end, rule }: Pick<Hidden, 'start' | 'end' | 'rule'>,
  value = text.slice(start, end),
): Hidden {
  return { start: originOf(start), end: originOf(end - 1) + 1, rule, value };
}

/** Returns where known values stand, in any of their forms, and also where a terminal has split them. */
function known(text: string, options: MaskOptions): Hidden[] {
  if (options.known.length === 0) return [];
  const lines = without(text, unseenOrWrap);
  return options.known.flatMap(({ value, rule }) =>
    printedForms(value.replaceAll(unseenOrWrap, '')).flatMap((form) =>
      placesOf(lines.text, form).map((start) =>
        inOriginal(lines, { start, end: start + form.length, rule }, value),
      ),
    ),
  );
}

/** Returns the forms in which programs print a value: as it is, and in JSON, URLs, hexadecimal digits and base64. */
export function printedForms(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const hex = bytes.toString('hex');
  const json = JSON.stringify(value).slice(1, -1);
  const base64 = [0, 1, 2].map((offset) => base64At(bytes, offset));
  // Laravel writes so, and uses what follows.
  const bare = value.replace(/^base64:/, '');
  const forms = [
    value,
    bare,
    json,
    encodeURIComponent(bytes.toString()),
    hex,
    hex.toUpperCase(),
    ...base64,
    ...base64.map(forUrl),
  ];
  return [...new Set(forms)].filter((form) => form.length >= shortestMasked);
}

/** Returns a value's base64 at an offset in a group of three bytes, without characters shared with its neighbours. */
function base64At(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}

const forUrl = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_');

/** A text without some of its parts, and the way back to the offsets of the original. */
interface Shortened {
  readonly text: string;
  /** Returns the offset in the original of a character of `text`. */
  readonly originOf: (offset: number) => number;
}

/** @param parts A global pattern of the parts to leave out. */
export function without(original: string, parts: RegExp): Shortened {
  const kept: string[] = [];
  /** The offset of each kept part, in the short text and in the original. */
  const starts: number[] = [];
  const origins: number[] = [];
  let length = 0;
  const keep = (from: number, to: number): void => {
    if (from === to) return;
    kept.push(original.slice(from, to));
    starts.push(length);
    origins.push(from);
    length += to - from;
  };
  let last = 0;
  for (const { index, 0: part } of original.matchAll(parts)) {
    keep(last, index);
    last = index + part.length;
  }
  keep(last, original.length);
  const originOf = (offset: number): number => {
    let low = 0;
    for (let high = starts.length; high - low > 1;) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return (origins[low] ?? 0) + offset - (starts[low] ?? 0);
  };
  return { text: kept.join(''), originOf };
}

export function placesOf(text: string, part: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) places.push(at);
  return places;
}

/** Returns the parts in the order of the text; those that overlap become one, with the value of the longest. */
function joined(hidden: readonly Hidden[]): Hidden[] {
  const result: Hidden[] = [];
  for (const next of [...hidden].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (!last || next.start >= last.end) result.push(next);
    else if (next.end > last.end) result[result.length - 1] = { ...last, end: next.end };
  }
  return result;
}
