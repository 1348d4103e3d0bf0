import { TooComplex } from './syntax/commandLine.ts';
import { decodeBase64, decodeEscapes, decodeHex } from './syntax/escapes.ts';

/** More pieces than code on a command line has. */
const maxPieces = 20_000;

/** Comparisons of texts, in code that replaces some of them: each may be replaced in each. */
const maxComparisons = 1_000_000;

/** Texts of a program that it may join or change to the name of a file. */
export interface NamePieces {
  readonly pieces: ReadonlySet<string>;
  /** Whether the code cuts texts, so that a name may be any part of one. */
  readonly areCut: boolean;
}

/**
 * Returns the texts in code from which it may compose names of files, in lower case.
 *
 * @throws {TooComplex} for more texts than can be checked.
 */
export function piecesOf(code: string): NamePieces {
  const pieces = new Set<string>();
  const add = (text: string): void => {
    if (text !== '') pieces.add(text.toLowerCase());
    if (pieces.size > maxPieces) throw new TooComplex('has code with more texts than can be checked');
  };
  const literals = [...code.matchAll(/"([^"\n]*)"|'([^'\n]*)'|`([^`\n]*)`/g)].map(
    ([, double, single, back]) => double ?? single ?? back ?? '',
  );
  const inner = literals.flatMap((text) =>
    [...text.matchAll(/["'`]([^"'`]+)["'`]?/g)].map(([, found = '']) => found),
  );
  const lists = [...code.matchAll(/(?:%[wWiI]|\bqw)\s?[[({<|/]([^\])}>|/]+)/g)].map(([, list = '']) => list);
  for (const text of [...literals, ...inner, ...lists])
    for (const piece of partsOf(decodeEscapes(text))) {
      add(piece);
      add(decodeHex(piece) ?? '');
      add(decodeBase64(piece) ?? '');
    }
  if (
    /\bchr\b|\[char\b|from_?Char|fromCode|\bpack\b|\bbytes\b|bytearray|Buffer\.from|%c|Uint8Array/i.test(code)
  )
    for (const [number] of code.matchAll(/\b(?:0x[\da-f]{2}|\d{2,3})\b/gi)) {
      const value = Number(number);
      if (value > 32 && value < 127) add(String.fromCharCode(value));
    }
  // Characters that the code takes one by one.
  if (/\w\[-?\d+\]/.test(code)) for (const piece of [...pieces]) for (const char of piece) add(char);
  if (/reverse|::\s?-1|strrev|\brev\b/i.test(code))
    for (const piece of [...pieces]) add(Array.from(piece).reverse().join(''));
  if (/replace|sub\(|translate|\btr\b|split|strip/i.test(code))
    for (const part of replacedIn(pieces)) add(part);
  return { pieces, areCut: /slice|substr|\[\s?-?\d*\s?:\s?-?\d*\s?\]|\.\.|strip|replace/i.test(code) };
}

/** Whether a name consists of pieces, each of which may be used several times. */
export function isComposed(name: string, { pieces, areCut }: NamePieces): boolean {
  const wanted = name.toLowerCase();
  if (areCut && wanted.length > 2 && [...pieces].some((piece) => piece.includes(wanted))) return true;
  const reached = [true];
  for (let at = 0; at < wanted.length; at++)
    if (reached[at] === true)
      for (let end = at + 1; end <= wanted.length; end++)
        if (pieces.has(wanted.slice(at, end))) reached[end] = true;
  return reached[wanted.length] === true;
}

/** Returns what is left of texts when another one in them is replaced. */
function replacedIn(pieces: ReadonlySet<string>): readonly string[] {
  let comparisons = 0;
  return [...pieces].flatMap((piece) => {
    const isShort = piece.length ** 2 < pieces.size;
    comparisons += isShort ? piece.length ** 2 : pieces.size;
    if (comparisons > maxComparisons)
      throw new TooComplex('has code that replaces more texts than can be checked');
    const inside = isShort
      ? substringsOf(piece).filter((text) => pieces.has(text))
      : [...pieces].filter((text) => piece.includes(text));
    return inside.filter((text) => text !== piece).flatMap((text) => piece.split(text));
  });
}

function substringsOf(text: string): readonly string[] {
  return Array.from(text, (_, start) =>
    Array.from(text.slice(start), (_each, end) => text.slice(start, start + end + 1)),
  ).flat();
}

/** Splits at placeholders, which the code fills with other texts, and at blanks. */
function partsOf(text: string): string[] {
  return text.split(/%[a-z]|%\([^)]*\)[a-z]|[$#]?\{[^}]*\}|\s+/);
}
