/**
 * Characters that a person does not see and a model reads. Instructions in them reach an agent unnoticed.
 *
 * - `tags`: U+E0000–E007F, which repeat ASCII invisibly.
 * - `direction`: U+202A–202E and U+2066–2069, which show text in another order ("Trojan Source", CVE-2021-42574).
 * - `zeroWidth`: characters without width, in rows that no script needs.
 * - `variants`: selectors of variants (U+FE00–FE0F, U+E0100–E01EF) in rows, which can carry bytes.
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
    for (const { kind, start, end: last, isScattered } of partsOf(text, at, end))
      (isScattered ? scattered : found).push({ kind, start, end: last, line });
    at = end - 1;
  }
  flush(scattered, found);
  return found.sort((a, b) => a.start - b.start);
}

/** Every character that `kindAt` knows. */
const anyHidden = /[\uFE00-\uFE0F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uDB40]/;

const lengthAt = (text: string, index: number): number => (text.charCodeAt(index) === 0xdb40 ? 2 : 1);

/** Returns the kind of an invisible character, or undefined. It compares numbers, because it runs for every character. */
function kindAt(text: string, index: number): HiddenKind | undefined {
  const code = text.charCodeAt(index);
  if (code < 0x61c || Number.isNaN(code)) return undefined;
  if (code >= 0x2000 && code < 0x2070) {
    if (code >= 0x202a && code <= 0x202e) return 'direction';
    if (code >= 0x2066 && code <= 0x2069) return 'direction';
    return (code >= 0x200b && code <= 0x200f) || (code >= 0x2060 && code <= 0x2065) ? 'zeroWidth' : undefined;
  }
  if (code >= 0xfe00 && code <= 0xfe0f) return 'variants';
  if (code === 0x61c || code === 0x180e || code === 0xfeff) return 'zeroWidth';
  if (code !== 0xdb40) return undefined;
  const low = text.charCodeAt(index + 1);
  if (low >= 0xdc00 && low <= 0xdc7f) return 'tags';
  return low >= 0xdd00 && low <= 0xddef ? 'variants' : undefined;
}

/** Scattered characters are reported only on a line with more of them than a typing error or a copied page leaves. */
const mostScattered = 7;

function flush(scattered: HiddenText[], found: HiddenText[]): void {
  const length = scattered.reduce((sum, { start, end }) => sum + end - start, 0);
  if (length > mostScattered) for (const item of scattered) found.push(item);
  scattered.length = 0;
}

interface Part {
  readonly kind: HiddenKind;
  readonly start: number;
  readonly end: number;
  /** The part alone could be a typing error. */
  readonly isScattered: boolean;
}

/** Returns the parts of a run of invisible characters that nothing visible needs. */
function partsOf(text: string, runStart: number, runEnd: number): Part[] {
  const before = characterBefore(text, runStart);
  const after = text.slice(runEnd, runEnd + 2);
  const parts: Part[] = [];
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
    /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Balinese}\p{Script=Javanese}]/u.test(
      character,
    )
  );
}

/**
 * Whether writers of such a script type these characters: up to three of them beside one of its letters, or marks of
 * direction alone.
 */
function isTyped(run: string, before: string, after: string): boolean {
  if (run.length > 3) return false;
  return /^[\u061C\u200E\u200F]+$/.test(run) || joins(before) || joins(after);
}
