import { stringsIn } from './requestFields.ts';

/** Rounds of decoding; more would not be the work of a tool. */
const maxRounds = 3;

/**
 * Returns every text in the arguments of a tool, and the texts that a server may read from them: JSON in a text,
 * characters as percent codes, and lists of bytes.
 *
 * @throws {BadInput} for more texts than can be checked.
 */
export function textsIn(value: unknown): string[] {
  const known = new Set(stringsIn(value));
  let last: readonly string[] = [...known, ...byteTextsIn(value)];
  for (let round = 0; round < maxRounds && last.length > 0; round++) {
    for (const text of last) known.add(text);
    last = last.flatMap(decoded).filter((text) => !known.has(text));
  }
  for (const text of last) known.add(text);
  return [...known];
}

function decoded(text: string): readonly string[] {
  const texts: string[] = [];
  const json = jsonIn(text);
  if (json !== undefined) texts.push(...stringsIn(json), ...byteTextsIn(json));
  if (/%[0-9a-f]{2}/i.test(text)) texts.push(withoutPercents(text));
  return texts;
}

/** Returns the object, the list or the text that a text has as JSON, or undefined. */
export function jsonIn(text: string): unknown {
  const start = text.trimStart().charAt(0);
  if (start !== '{' && start !== '[' && start !== '"') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Most texts that begin so are not JSON.
    return undefined;
  }
}

/** Decodes each sequence separately: a server may accept a text in which one is malformed. */
function withoutPercents(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (codes) =>
    textOf(Array.from(codes.matchAll(/%(..)/g), ([, hex]) => Number.parseInt(hex ?? '', 16))),
  );
}

/** Returns the texts that lists of bytes contain, at any depth; also of a Buffer as JSON. */
function byteTextsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const items: unknown[] = Object.values(value);
  const isBytes = items.length > 1 && items.every((item) => Number.isInteger(item) && isByte(Number(item)));
  return isBytes ? [textOf(items as number[])] : items.flatMap(byteTextsIn);
}

const isByte = (item: number): boolean => item >= 0 && item <= 255;

const textOf = (bytes: readonly number[]): string => new TextDecoder().decode(Uint8Array.from(bytes));
