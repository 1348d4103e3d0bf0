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
  /** For each slot of three characters, the first keyword that begins with them. */
  readonly table: Uint16Array;
  /** For each keyword, the one behind it in the same slot. */
  readonly next: Uint16Array;
  readonly keywords: readonly string[];
  /** The character of each keyword that is compared first (the fourth or last), and from bit 16 on its offset. */
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
  const next = new Uint16Array(keywords.length + 1);
  const probes = new Uint32Array(keywords.length + 1);
  // Keywords of two characters come first and so stand last in each slot, because 64 slots share them.
  for (const isShort of [true, false]) {
    for (let number = keywords.length; number > 0; number--) {
      const keyword = keywords[number - 1] ?? '';
      if (keyword.length < gram !== isShort) continue;
      const slot = slotOf(keyword);
      const probed = Math.min(gram, keyword.length - 1);
      probes[number] = (probed << 16) | keyword.charCodeAt(probed);
      next[number] = table[slot] ?? 0;
      // The class of the third character changes only the lowest bits of a slot.
      if (isShort) table.fill(number, slot & -classCount, (slot & -classCount) + classCount);
      else table[slot] = number;
    }
  }
  return { table, next, keywords, probes, exact: exact.length };
}

/** Written out, because a hook runs it 500 times before V8 compiles it. */
function slotOf(keyword: string): number {
  const first = classOf(keyword.charCodeAt(0));
  const second = classOf(keyword.charCodeAt(1));
  return ((first << (2 * shift)) ^ (second << shift) ^ classOf(keyword.charCodeAt(2))) & (tableSize - 1);
}

/** The number of characters that are looked up together; less than 1 << 16. */
const pieceLength = 1 << 13;
/** The codes of a piece. A text checks on each read how it is stored, which takes half as long as the rest of a look-up. */
const codes = new Uint16Array(pieceLength);
const codeBytes = Buffer.from(codes.buffer);
/** The slots with keywords in a piece: above bit 16 the offset of the slot's last character, below it the first keyword. */
const hits = new Uint32Array(pieceLength);

/**
 * Calls `visit` with the index of each keyword that begins in a stretch of the text, and with its offset, in the order of
 * the text. At the same offset, keywords come in their own order, but those of two characters last. A caller that reads
 * a text in several stretches gets the same calls as for the whole text.
 */
export function eachKeyword(
  index: KeywordIndex,
  text: string,
  visit: (keyword: number, start: number) => void,
  stretch: Stretch = { from: 0, to: text.length },
): void {
  // One past the end of the text, so that a keyword of two is found there.
  const end = Math.min(stretch.to + gram - 1, text.length + 1);
  for (let from = Math.max(0, stretch.from); from < end; from += pieceLength - gram + 1) {
    const length = Math.min(pieceLength, end - from);
    const found = findHits(index, text.slice(from, from + length), length);
    visitHits(index, found, text, from, visit);
  }
}

/**
 * Visits the keywords of the first `found` hits in a piece of the text that begins at `from`. V8 compiles this function once,
 * after many calls. It compiled the same loop anew for most texts while it was part of `eachKeyword`.
 */
function visitHits(
  index: KeywordIndex,
  found: number,
  text: string,
  from: number,
  visit: (keyword: number, start: number) => void,
): void {
  for (let i = 0; i < found; i++) {
    const hit = hits[i] ?? 0;
    const offset = (hit >>> 16) - gram + 1;
    if (offset >= 0) visitSlot(index, hit & 0xffff, text, from + offset, visit);
  }
}

/**
 * Writes the slots with keywords of a piece to `hits` and returns their number. Every slot is written, and the next one
 * takes the place of an empty one: a branch that a processor cannot predict would take longer.
 *
 * @param length The length of the piece, or one more at the end of the text.
 */
function findHits({ table }: KeywordIndex, piece: string, length: number): number {
  codes[length - 1] = 0;
  codeBytes.write(piece, 'utf16le');
  let found = 0;
  let slot = 0;
  for (let i = 0; i < length; i++) {
    const code = codes[i] ?? 0;
    slot = ((slot << shift) ^ (code < 128 ? (classes[code] ?? 0) : foreign)) & (tableSize - 1);
    const first = table[slot] ?? 0;
    hits[found] = (i << 16) | first;
    found += -first >>> 31;
  }
  return found;
}

function visitSlot(
  index: KeywordIndex,
  first: number,
  text: string,
  start: number,
  visit: (keyword: number, start: number) => void,
): void {
  for (let number = first; number !== 0; number = index.next[number] ?? 0) {
    // Nine of ten texts in a slot are other words, most of which differ from the keyword here.
    const probe = index.probes[number] ?? 0;
    const code = text.charCodeAt(start + (probe >>> 16));
    const expected = probe & 0xffff;
    const isExact = number <= index.exact;
    if (code !== expected && (isExact || (code | capitalBit) !== expected)) continue;
    if (standsAt(text, index.keywords[number - 1] ?? '', isExact, start)) visit(number - 1, start);
  }
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
