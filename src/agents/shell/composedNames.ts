import { TooComplex } from './syntax/commandLine.ts';
import { decodeBase64, decodeEscapes } from './syntax/escapes.ts';

/** More pieces than code on a command line has. */
const maxPieces = 20_000;

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
    if (text !== '' && text.length <= 200) pieces.add(text.toLowerCase());
    if (pieces.size > maxPieces) throw new TooComplex('has code with more texts than can be checked');
  };
  const literals = [...code.matchAll(/"([^"\n]{0,200})"|'([^'\n]{0,200})'|`([^`\n]{0,200})`/g)].map(
    ([, double, single, back]) => double ?? single ?? back ?? '',
  );
  const inner = literals.flatMap((text) =>
    [...text.matchAll(/["'`]([^"'`]{1,200})["'`]?/g)].map(([, found = '']) => found),
  );
  const lists = [...code.matchAll(/(?:%[wWiI]|\bqw)\s?[[({<|/]([^\])}>|/]{1,200})/g)].map(
    ([, list = '']) => list,
  );
  for (const text of [...literals, ...inner, ...lists])
    for (const piece of partsOf(decodeEscapes(text))) {
      add(piece);
      add(fromHex(piece));
      add(decodeBase64(piece) ?? '');
    }
  if (/\bchr\b|from_?Char|fromCode|\bpack\b|\bbytes\b|bytearray|Buffer\.from|%c|Uint8Array/i.test(code))
    for (const [number] of code.slice(0, 20_000).matchAll(/\b(?:0x[\da-f]{2}|\d{2,3})\b/gi)) {
      const value = Number(number);
      if (value > 32 && value < 127) add(String.fromCharCode(value));
    }
  // Characters that the code takes one by one.
  if (/\w\[-?\d+\]/.test(code)) for (const piece of [...pieces]) for (const char of piece) add(char);
  if (/reverse|::\s?-1|strrev|\brev\b/i.test(code))
    for (const piece of [...pieces]) add(Array.from(piece).reverse().join(''));
  if (/replace|sub\(|translate|\btr\b|split|strip/i.test(code))
    for (const piece of [...pieces].slice(0, 20))
      for (const end of [...pieces].slice(0, 20))
        if (end !== piece) for (const part of piece.split(end)) add(part);
  return { pieces, areCut: /slice|substr|\[\s?-?\d*\s?:\s?-?\d*\s?\]|\.\.|strip|replace/i.test(code) };
}

/** Whether a name consists of pieces, each of which may be used several times. */
export function isComposed(name: string, { pieces, areCut }: NamePieces): boolean {
  const wanted = name.toLowerCase();
  if (wanted.length > 100) return false;
  if (areCut && wanted.length > 2 && [...pieces].some((piece) => piece.includes(wanted))) return true;
  const reached = [true];
  for (let at = 0; at < wanted.length; at++)
    if (reached[at] === true)
      for (let end = at + 1; end <= wanted.length; end++)
        if (pieces.has(wanted.slice(at, end))) reached[end] = true;
  return reached[wanted.length] === true;
}

/** Splits at placeholders, which the code fills with other texts, and at blanks. */
function partsOf(text: string): string[] {
  return text.split(/%[a-z]|%\([^)]*\)[a-z]|[$#]?\{[^}]*\}|\s+/);
}

function fromHex(text: string): string {
  if (!/^(?:[\da-f]{2}){1,100}$/i.test(text)) return '';
  return text.replaceAll(/../g, (pair) => String.fromCharCode(parseInt(pair, 16)));
}
