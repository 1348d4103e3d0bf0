/**
 * Characters that a person does not see and a model reads. Instructions in them reach an agent unnoticed.
 *
 * - `tags`: U+E0000–E007F, which repeat ASCII invisibly.
 * - `direction`: U+202A–202E and U+2066–2069, which show text in another order ("Trojan Source", CVE-2021-42574).
 * - `zeroWidth`: characters without width, in rows that no script needs.
 * - `variants`: selectors of variants (U+FE00–FE0F, U+E0100–E01EF, and those of Mongolian) in rows, which can carry
 *   bytes.
 */
export type HiddenKind = 'tags' | 'direction' | 'zeroWidth' | 'variants';

export interface HiddenText {
  readonly kind: HiddenKind;
  /** Offsets in UTF-16 code units; `end` is after the last character. */
  readonly start: number;
  readonly end: number;
  /** 1-based. */
  readonly line: number;
}

/**
 * Returns the hidden characters of a text, in their order.
 *
 * Emoji, texts from right to left, and the joiners of Arabic and Indic scripts need some of these characters and are
 * not reported. The character at the start of a file that marks its encoding is not reported either.
 */
export function findHiddenText(text: string): HiddenText[] {
  // Most texts have no such character, and a hook runs before the loop below is optimized.
  if (!anyHidden.test(text)) return [];
  const found: HiddenText[] = [];
  const scattered: HiddenText[] = [];
  let line = 1;
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) {
      line++;
      flush(scattered, found);
    }
    let end = at;
    while (kindAt(text, end) !== undefined) end += lengthAt(text, end);
    if (end === at) continue;
    for (const { kind, start, end: last, isScattered } of hiddenPartsOf(text, at, end))
      (isScattered ? scattered : found).push({ kind, start, end: last, line });
    at = end - 1;
  }
  flush(scattered, found);
  return found.sort((a, b) => a.start - b.start);
}

/** The characters that `kindAt` knows; beyond U+FFFF, their first half. Without Latin letters, it skips Latin text. */
const anyHidden =
  // eslint-disable-next-line no-misleading-character-class -- each of them is looked for alone
  /[\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\uD82F\uD834\uDB40-\uDB43]/;

const lengthAt = (text: string, index: number): number => ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);

/**
 * Returns the kind of an invisible character, or undefined. It knows all that programs do not show by default
 * (Unicode's `Default_Ignorable_Code_Point`), except the soft hyphen, which pages for the browser have in many words.
 * It compares numbers, because it runs for every character.
 */
function kindAt(text: string, index: number): HiddenKind | undefined {
  const code = text.codePointAt(index);
  if (code === undefined || code < 0x34f) return undefined;
  if (code >= 0x2000 && code < 0x2070) {
    if (code >= 0x202a && code <= 0x202e) return 'direction';
    if (code >= 0x2066 && code <= 0x2069) return 'direction';
    return (code >= 0x200b && code <= 0x200f) || code >= 0x2060 ? 'zeroWidth' : undefined;
  }
  if (code >= 0xe0000 && code <= 0xe0fff) {
    if (code <= 0xe007f) return 'tags';
    return code >= 0xe0100 && code <= 0xe01ef ? 'variants' : 'zeroWidth';
  }
  if ((code >= 0xfe00 && code <= 0xfe0f) || (code >= 0x180b && code <= 0x180f && code !== 0x180e))
    return 'variants';
  return isOtherIgnorable(code) ? 'zeroWidth' : undefined;
}

/** Fillers of Hangul, vowels of Khmer that are not written, controls of shorthand and music, others without a glyph. */
function isOtherIgnorable(code: number): boolean {
  if (code < 0xfeff)
    return (
      code === 0x34f ||
      code === 0x61c ||
      code === 0x115f ||
      code === 0x1160 ||
      code === 0x17b4 ||
      code === 0x17b5 ||
      code === 0x180e ||
      code === 0x3164
    );
  return (
    code === 0xfeff ||
    code === 0xffa0 ||
    (code >= 0xfff0 && code <= 0xfff8) ||
    (code >= 0x1bca0 && code <= 0x1bca3) ||
    (code >= 0x1d173 && code <= 0x1d17a)
  );
}

/** Scattered characters are reported only on a line with more of them than a typing error or a copied page leaves. */
const mostScattered = 7;

function flush(scattered: HiddenText[], found: HiddenText[]): void {
  const length = scattered.reduce((sum, { start, end }) => sum + end - start, 0);
  if (length > mostScattered) for (const item of scattered) found.push(item);
  scattered.length = 0;
}

interface HiddenPart {
  readonly kind: HiddenKind;
  readonly start: number;
  readonly end: number;
  /** The part alone could be a typing error. */
  readonly isScattered: boolean;
}

/** Returns the parts of a run of invisible characters that nothing visible needs. */
function hiddenPartsOf(text: string, runStart: number, runEnd: number): HiddenPart[] {
  const before = characterBefore(text, runStart);
  const after = text.slice(runEnd, runEnd + 2);
  const parts: HiddenPart[] = [];
  let start = runEnd - withoutEmojiParts(text.slice(runStart, runEnd), before, after).length;
  while (start < runEnd) {
    const kind = kindAt(text, start);
    let end = start;
    let length = 0;
    for (; end < runEnd && kindAt(text, end) === kind; end += lengthAt(text, end)) length++;
    const isNeeded =
      kind === 'variants'
        ? length === 1 && takesVariant(before)
        : kind === 'zeroWidth' && isTyped(text.slice(start, end), before, after);
    const fewest = kind === 'variants' ? 3 : kind === 'zeroWidth' ? 4 : 1;
    if (kind && !isNeeded) parts.push({ kind, start, end, isScattered: length < fewest });
    start = end;
  }
  return parts;
}

function characterBefore(text: string, index: number): string {
  const low = text.charCodeAt(index - 1);
  return low >= 0xdc00 && low <= 0xdfff
    ? text.slice(index - 2, index)
    : text.slice(Math.max(0, index - 1), index);
}

/**
 * Returns a run without what belongs to an emoji before it: a selector, a joiner to the next emoji, or the tags of the
 * flag of a region such as Wales (UTS #51: a black flag, two letters, up to three letters or digits, and an end).
 */
function withoutEmojiParts(run: string, before: string, after: string): string {
  // Most texts have no emoji before such a character: ASCII is sorted out first.
  if (before < '\u00A9' && !/[\d#*]/.test(before)) return run;
  if (!/\p{Emoji}/u.test(before)) return run;
  if (before === '\u{1F3F4}')
    return run.replace(
      /^[\u{E0061}-\u{E007A}]{2}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,3}\u{E007F}/u,
      '',
    );
  const [part = ''] = /^[\uFE0E\uFE0F]?\u200D?/.exec(run) ?? [];
  return part.endsWith('\u200D') && !/^\p{Emoji}/u.test(after) ? run : run.slice(part.length);
}

/** Whether one selector after the character is usual: ideographs, symbols, and scripts with variants of letters. */
const takesVariant = (before: string): boolean =>
  /[\p{Script=Han}\p{S}\p{Emoji}\p{Script=Mongolian}\p{Script=Myanmar}\p{Script=Phags_Pa}\p{P}]/u.test(
    before,
  );

/**
 * Returns whether a script is written from right to left, or its letters join or break by characters without width.
 * Latin, Greek and Cyrillic letters, which are the most frequent, come before these scripts. The pattern is not a
 * constant of the module, because a hook would make it at each start, which takes a fortieth of a bare start of Node.
 */
function joins(character: string): boolean {
  return (
    character >= '\u0590' &&
    /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Balinese}\p{Script=Javanese}\p{Script=Hangul}]/u.test(
      character,
    )
  );
}

/** Whether writers of such a script type these characters: marks of direction alone, or up to three beside a letter. */
function isTyped(run: string, before: string, after: string): boolean {
  if (run.length > 3) return false;
  return /^[\u061C\u200E\u200F]+$/.test(run) || joins(before) || joins(after);
}
