import { TooComplex } from '../syntax/commandLine.ts';

/** An `e` where a command or the flags of one may end. The characters around it are an address or other flags. */
const execution = /(?:^|[^\w\s]|[\d\s_])[gpim\d]*e[gpim\d]*(?=$|[\s;}])/gim;

/** The same behind a substitution whose delimiter is a letter. */
const executionAfterLetter = /(?<![a-z])s([a-z])(?:(?!\1).)*\1(?:(?!\1).)*\1[gpim\d]*e/i;

/** More delimiters of substitutions than a program of a person has. */
const maxDelimiters = 16;

/**
 * Returns the parts of programs of sed that may be command lines, if the programs run any, by the command or the flag `e`.
 * They run the lines that they edit as well. Returns undefined for programs that run nothing.
 *
 * @throws {TooComplex} for programs with more delimiters than can be looked at in time.
 */
export function executedBySed(args: readonly string[]): readonly string[] | undefined {
  // The option that stands before a program, and one with a program in it.
  const codes = args
    .map((text) => text.replace(/^-[a-z]*e|^--expression=/i, ''))
    .filter((text) => text !== '');
  const behind = codes.flatMap((code) =>
    [...code.matchAll(execution)].map(({ 0: text, index }) => code.slice(index + text.length)),
  );
  if (behind.length === 0 && !codes.some((code) => executionAfterLetter.test(code))) return undefined;
  const replaced = codes.flatMap((code) =>
    delimitersIn(code).flatMap((delimiter) =>
      code
        .replaceAll(`\\${delimiter}`, '\0')
        .split(delimiter)
        .map((part) => part.replaceAll('\0', () => delimiter)),
    ),
  );
  return [...new Set([...behind, ...replaced])].filter((text) => text.trim() !== '');
}

function delimitersIn(code: string): readonly string[] {
  const all = new Set(
    [...code.matchAll(/s([^\w\s\\])|(?<![a-z])s(\w)/gi)].map(([, sign, letter = '']) => sign ?? letter),
  );
  if (all.size > maxDelimiters) throw new TooComplex('has a program of sed with too many delimiters');
  return [...all];
}
