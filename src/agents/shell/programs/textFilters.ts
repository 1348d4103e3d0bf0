import { decodeBase64, decodeEscapes } from '../syntax/escapes.ts';

/**
 * Returns the known outputs of a filter for a text.
 *
 * @param text does not refer to a name source
 * @param spend takes the number of comparisons of characters that follow, and throws if that is too long
 */
export function filtered(
  name: string,
  args: readonly string[],
  text: string,
  spend: (steps: number) => void,
): readonly string[] {
  const plain = text.trim();
  switch (name) {
    case 'tr':
      return [text.toLowerCase(), text.toUpperCase(), text, translated(plain, args)];
    case 'rev':
      return [Array.from(plain).reverse().join('')];
    case 'base64':
    case 'openssl':
      return [decodeBase64(plain) ?? []].flat();
    case 'xxd':
      return [decodeEscapes(plain.replaceAll(/([\da-f]{2})\s?/gi, String.raw`\x$1`))];
    case 'sed':
      return [text, ...args.map((code) => substituted(plain, code, spend))];
    default:
      return [text];
  }
}

/** Returns a text as `tr` changes it: it deletes characters, or replaces each by the one at the same place of another list. */
function translated(text: string, args: readonly string[]): string {
  const [from = '', to = ''] = args.filter((arg) => !arg.startsWith('-')).map(charactersOf);
  const isDeleted = args.some((arg) => /^-[a-zA-Z]*d/.test(arg));
  return Array.from(text, (char) => {
    const at = from.indexOf(char);
    return at < 0 ? char : isDeleted ? '' : (to[at] ?? to.at(-1) ?? '');
  }).join('');
}

/** Returns the characters of a list of `tr`, in which `a-c` stands for three. */
function charactersOf(list: string): string {
  return decodeEscapes(list).replaceAll(/([\x21-\x7e])-([\x21-\x7e])/g, (_, first: string, last: string) => {
    const start = first.charCodeAt(0);
    const count = Math.max(0, last.charCodeAt(0) - start + 1);
    return String.fromCharCode(...Array.from({ length: count }, (_each, index) => start + index));
  });
}

/** Characters that a text may have after a substitution. Each one may multiply its length. */
const maxResult = 1024 * 1024;

/**
 * Returns a text after the substitutions of a program of sed. A program with a pattern of another dialect, or whose result
 * is too long, gives the text as it is.
 */
function substituted(text: string, code: string, spend: (steps: number) => void): string {
  let result = text;
  for (const [, , from = '', to = '', flags = ''] of code.matchAll(
    /s([/#|,:!@])((?:(?!\1).){1,400})\1((?:(?!\1).){0,400})\1(g?)/g,
  )) {
    if (result.length * (to.length + 1) > maxResult) return text;
    const steps = stepsOf(from, result.length);
    if (steps === undefined) continue;
    spend(steps);
    let pattern: RegExp;
    try {
      pattern = new RegExp(from, flags);
    } catch {
      // Another dialect: the text as it is counts, and its parts (`takesParts`).
      return text;
    }
    result = result.replace(pattern, () => to);
  }
  return result;
}

/**
 * Returns the comparisons that a pattern may need: a repetition multiplies them by the length of the text, and an
 * alternative doubles them. Returns undefined for a pattern that may need far more, as with a repeated group.
 */
function stepsOf(pattern: string, length: number): number | undefined {
  const plain = pattern.replaceAll(/\\./g, '');
  const count = (characters: RegExp): number => plain.match(characters)?.length ?? 0;
  const [repetitions, alternatives] = [count(/[*+?{]/g), count(/\|/g)];
  const isQuick = !/\)[*+?{]/.test(plain) && alternatives <= 4 && repetitions <= (length > 1_000 ? 0 : 1);
  return isQuick ? length ** (1 + repetitions) * 2 ** alternatives : undefined;
}
