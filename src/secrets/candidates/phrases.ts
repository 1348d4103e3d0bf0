import { ch, isBlank, isDigit, isLineEnd, isLower } from '../characters.ts';
import type { Source } from './candidate.ts';
import type { Span } from './spans.ts';

/** The longest passphrase without quotes, in characters. */
const longest = 100;
/** In words; text of programs and short notes have fewer. */
const fewest = 4;

/**
 * Returns the rest of the line behind a name that begins it, if these are the words of a passphrase: `password: correct
 * horse battery staple` in YAML, in a properties or an .env file, or in a note. Undefined for any other text.
 *
 * @param first The first word.
 */
export function readPhrase(source: Source, name: Span, first: Span): Span | undefined {
  const { text } = source;
  // Almost every value ends its line, or another sign follows it.
  if (text.charCodeAt(first.end) !== ch.space || !isLower(text.charCodeAt(first.end + 1))) return undefined;
  if (!passwordName.test(text.slice(name.start, name.end)) || !beginsLine(text, name.start)) return undefined;
  const limit = Math.min(text.length, first.start + longest + 1);
  let end = first.start;
  while (end < limit && isPhraseCharacter(text.charCodeAt(end))) end++;
  source.steps += end - first.start;
  if (end === limit && end < text.length) return undefined;
  if (end < text.length && !isLineEnd(text.charCodeAt(end))) return undefined;
  while (text.charCodeAt(end - 1) === ch.space) end--;
  const words = text.slice(first.start, end).split(' ').length;
  return words >= fewest ? { start: first.start, end } : undefined;
}

/** Names of values that people type. */
const passwordName = /(?:pass(?:word|wd|phrase|wort|code)?|pwd|pw|kennwort|secret|senha|contrasena)$/i;

const isPhraseCharacter = (code: number): boolean => isLower(code) || code === ch.space || isDigit(code);

/** Returns whether only blanks, the dash of a list or `export` stand before a name on its line. */
function beginsLine(text: string, nameStart: number): boolean {
  let at = nameStart;
  if (text.startsWith('export ', at - 7)) at -= 7;
  else if (text.startsWith('- ', at - 2)) at -= 2;
  while (nameStart - at < longest && isBlank(text.charCodeAt(at - 1))) at--;
  return at === 0 || isLineEnd(text.charCodeAt(at - 1));
}
