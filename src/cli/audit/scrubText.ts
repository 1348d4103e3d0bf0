import { isUtf8 } from 'node:buffer';
import { jsonIn } from '../../agents/request/encodedTexts.ts';

/** Shorter values may be parts of ordinary words, so they stay, as in masked outputs. */
const shortest = 8;

export const isScrubbable = (value: string): boolean => value.length >= shortest;

/**
 * Returns the bytes without secrets: the same object if it has none. A BLOB keeps its length unless it is JSON, because
 * its format may record the length.
 */
export type Scrub = (bytes: Buffer, isBlob?: boolean) => Buffer;

export interface Scrubber {
  readonly scrub: Scrub;
  /** Returns the offset after the last line break that is not inside a secret, or 0 if there is none. */
  readonly endOfPiece: (bytes: Buffer) => number;
}

/** Returns functions that replace secrets in the bytes of a line or a piece. JSON stays JSON with the same structure. */
export function scrubber(secrets: readonly { readonly value: string; readonly rule: string }[]): Scrubber {
  const forms = secrets.flatMap(({ value, rule }) =>
    formsOf(value).map((form) => ({ form, placeholder: `[removed by service-cli: ${rule}]` })),
  );
  // A value may be a part of a longer one.
  forms.sort((a, b) => b.form.length - a.form.length);
  const inPlain = (text: string): string =>
    forms.reduce((rest, { form, placeholder }) => rest.replaceAll(form, () => placeholder), text);
  const inText = (text: string): string =>
    jsonIn(text) === undefined ? inPlain(text) : replaceStrings(text, inText);
  const inBytes = (text: string, keepsLength: boolean): string =>
    forms.reduce((rest, { form, placeholder }) => {
      const bytes = Buffer.from(form).toString('latin1');
      const { length } = bytes;
      const fresh = keepsLength ? placeholder.slice(0, length).padEnd(length, '*') : placeholder;
      return rest.replaceAll(bytes, () => fresh);
    }, text);
  const scrub: Scrub = (bytes, isBlob = false) => {
    const text = bytes.toString('utf8');
    if (isUtf8(bytes) && !(isBlob && jsonIn(text) === undefined)) {
      const after = inText(text);
      return after === text ? bytes : Buffer.from(after);
    }
    // Not UTF-8, such as a history of zsh: the other bytes must stay as they are.
    const characters = bytes.toString('latin1');
    const after = inBytes(characters, isBlob);
    return after === characters ? bytes : Buffer.from(after, 'latin1');
  };
  const beginnings = forms.flatMap(({ form }) => linesOf(form));
  const endOfPiece = (bytes: Buffer): number => {
    let end = bytes.length + 1;
    let cut: Buffer | undefined;
    do {
      end = end < 2 ? 0 : bytes.lastIndexOf(10, end - 2) + 1;
      const before = bytes.subarray(0, end);
      cut = beginnings.find((lines) => before.subarray(-lines.length).equals(lines));
    } while (cut !== undefined);
    return end;
  };
  return { scrub, endOfPiece };
}

/** Returns the first lines of a text, the first two, and so on, without the last one, which has no end. */
function linesOf(text: string): Buffer[] {
  const ends = Array.from(text.matchAll(/\n/g), ({ index }) => index + 1);
  return ends.map((end) => Buffer.from(text.slice(0, end)));
}

/** Returns a value as it may stand in a text: as it is, without the escapes of JSON, and with them, also twice. */
function formsOf(value: string): string[] {
  const unescaped = jsonIn(`"${value}"`);
  const plain = typeof unescaped === 'string' && isScrubbable(unescaped) ? unescaped : value;
  const once = escaped(plain);
  return [...new Set([value, plain, once, escaped(once)])];
}

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Replaces the strings of a JSON document that `change` changes. All other characters stay. */
function replaceStrings(json: string, change: (text: string) => string): string {
  const parts: string[] = [];
  let done = 0;
  let next = json.indexOf('"');
  while (next >= 0) {
    const start = next;
    let end = start + 1;
    while (json[end] !== '"') end += json[end] === '\\' ? 2 : 1;
    end++;
    next = json.indexOf('"', end);
    const before = JSON.parse(json.slice(start, end)) as string;
    const after = change(before);
    if (after === before) continue;
    parts.push(json.slice(done, start), JSON.stringify(after));
    done = end;
  }
  return parts.length === 0 ? json : parts.join('') + json.slice(done);
}
