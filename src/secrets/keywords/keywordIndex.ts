/**
 * Finds where keywords stand in one pass: the last three characters, each folded to one of 64 classes, select a slot of a
 * table, and the slot has the keywords that begin so. A text costs one look-up per character, whatever the number of
 * keywords. Little is built beforehand, because a hook has no time for more: an Aho-Corasick automaton of the same keywords
 * takes longer to build than Node takes to start. The table is small enough for the cache of a processor, so different
 * characters may share a slot; `standsAt` compares them.
 */
const gram = 3;
const shift = 5;
const tableSize = 1 << (gram * shift);
/** The number of classes, and of slots that two characters may share with every third one. */
const classCount = 64;

/** Folded classes of ASCII: letters, digits, and what keywords of tokens and URLs are made of; 0 is the rest of it. */
const classes = new Uint8Array(128);
const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789_-./:=+&?%~@$ <>"\'';
for (let i = 0; i < alphabet.length; i++) {
  classes[alphabet.charCodeAt(i)] = i + 1;
  classes[alphabet.charAt(i).toUpperCase().charCodeAt(0)] = i + 1;
}

/** All other scripts, so that ASCII never has to be compared with their words. */
const foreign = classCount - 1;

/** The bit by which capitals of ASCII differ from small letters. */
const capitalBit = 32;

/** Behind the end of a keyword, where `charCodeAt` answers NaN, any class will do. */
const classOf = (code: number): number => classes[code] ?? foreign;

/** Keywords have numbers from 1 on; 0 stands for no keyword. */
export interface KeywordIndex {
  /** For each slot of three characters, the last keyword that begins with them. */
  readonly table: Uint16Array;
  /** For each keyword, the one before it in the same slot. */
  readonly previous: Uint16Array;
  readonly keywords: readonly string[];
  /**
   * For each keyword, the character that is compared first, the fourth or the last of a shorter keyword, and above
   * it, from bit 16 on, its offset in the keyword.
   */
  readonly probes: Uint32Array;
  /** The number of exact keywords, which come first. */
  readonly exact: number;
}

/** Offsets of a part of a text; `to` is the first behind it. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns an index that finds all keywords of a text in one pass. Keywords have two characters and more, and may repeat.
 *
 * @param exact Keywords that stand in a text as they are written here, and not in the other case.
 * @param others ASCII in lower case, other scripts as a text has them.
 */
export function indexKeywords(exact: readonly string[], others: readonly string[]): KeywordIndex {
  const keywords = [...exact, ...others];
  const table = new Uint16Array(tableSize);
  const previous = new Uint16Array(keywords.length + 1);
  const probes = new Uint32Array(keywords.length + 1);
  // Keywords of two characters first: as long as a slot has no other keywords, all that they share have the same.
  keywords.forEach((keyword, index) => {
    if (keyword.length >= gram) return;
    const slot = slotOf(keyword);
    previous[index + 1] = table[slot] ?? 0;
    // The class of the third character changes only the lowest bits of a slot.
    const first = slot & -classCount;
    table.fill(index + 1, first, first + classCount);
  });
  for (let index = 0; index < keywords.length; index++) {
    const keyword = keywords[index] ?? '';
    const probed = Math.min(gram, keyword.length - 1);
    probes[index + 1] = (probed << 16) | keyword.charCodeAt(probed);
    if (keyword.length < gram) continue;
    const slot = slotOf(keyword);
    previous[index + 1] = table[slot] ?? 0;
    table[slot] = index + 1;
  }
  return { table, previous, keywords, probes, exact: exact.length };
}

/** Written out, because a hook runs it 500 times before V8 compiles it. */
function slotOf(keyword: string): number {
  const first = classOf(keyword.charCodeAt(0));
  const second = classOf(keyword.charCodeAt(1));
  return ((first << (2 * shift)) ^ (second << shift) ^ classOf(keyword.charCodeAt(2))) & (tableSize - 1);
}

/**
 * Calls `visit` with the index of each keyword, the exact ones first, that begins in a stretch of the text, and with its offset, in the order
 * of the text. A caller that reads a text in several stretches gets the same calls as for the whole text.
 */
export function eachKeyword(
  index: KeywordIndex,
  text: string,
  visit: (keyword: number, start: number) => void,
  stretch: Stretch = { from: 0, to: text.length },
): void {
  const { table } = index;
  let slot = 0;
  const { length } = text;
  const begin = Math.max(0, stretch.from);
  const end = Math.min(stretch.to + gram - 2, length);
  // One past the end, so that a keyword of two is found there; but never read there, which would make every read of a
  // character twice as slow.
  for (let i = begin; i <= end; i++) {
    const code = i < length ? text.charCodeAt(i) : 0;
    slot = ((slot << shift) ^ (code < 128 ? (classes[code] ?? 0) : foreign)) & (tableSize - 1);
    const number = table[slot] ?? 0;
    if (number === 0) continue;
    const start = i - gram + 1;
    if (start >= begin) visitSlot(index, number, text, start, visit);
  }
}

/** Visits the keywords of a slot in the order in which they were added. */
function visitSlot(
  index: KeywordIndex,
  number: number,
  text: string,
  start: number,
  visit: (keyword: number, start: number) => void,
): void {
  const before = index.previous[number] ?? 0;
  if (before !== 0) visitSlot(index, before, text, start, visit);
  // Nine of ten texts in a slot are other words, most of which differ from the keyword here.
  const probe = index.probes[number] ?? 0;
  const code = text.charCodeAt(start + (probe >>> 16));
  const expected = probe & 0xffff;
  if (code !== expected && (number <= index.exact || (code | capitalBit) !== expected)) return;
  const keyword = index.keywords[number - 1] ?? '';
  if (standsAt(text, keyword, number <= index.exact, start)) visit(number - 1, start);
}

function standsAt(text: string, keyword: string, isExact: boolean, start: number): boolean {
  if (start + keyword.length > text.length) return false;
  for (let i = 0; i < keyword.length; i++) {
    const code = text.charCodeAt(start + i);
    const folded = !isExact && code >= 65 && code <= 90 ? code + 32 : code;
    if (folded !== keyword.charCodeAt(i)) return false;
  }
  return true;
}
