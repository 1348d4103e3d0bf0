/**
 * Finds where keywords stand in one pass: the last three characters, folded to 64 classes, are an index into a table
 * that says which keywords begin so. One look-up per character, whatever the number of keywords, and nothing to build
 * but the table, because a hook has no time for more (an Aho-Corasick automaton of the same keywords takes longer to
 * build than Node takes to start).
 */
const bits = 6;
const gram = 3;
const tableSize = 1 << (bits * gram);

/** Folded classes of ASCII: letters, digits, and what keywords of tokens and URLs are made of; 0 is the rest of it. */
const classes = new Uint8Array(128);
const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789_-./:=+&?%~@$ <>"\'';
for (let i = 0; i < alphabet.length; i++) {
  classes[alphabet.charCodeAt(i)] = i + 1;
  classes[alphabet.charAt(i).toUpperCase().charCodeAt(0)] = i + 1;
}

/** All other scripts, so that ASCII never has to be compared with their words. */
const foreign = (1 << bits) - 1;

/** The end of a keyword, where `charCodeAt` answers NaN, is class 0. */
const classOf = (code: number): number => (code < 128 ? (classes[code] ?? 0) : code >= 128 ? foreign : 0);

export interface KeywordIndex {
  /** Class of the last three characters → number of a bucket, 0 for none. */
  readonly table: Uint16Array;
  /** Keywords that begin with these three characters, as indices into the list. */
  readonly buckets: readonly (readonly number[])[];
  readonly keywords: readonly string[];
}

/** Offsets of a part of a text; `to` is the first behind it. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns an index that finds all keywords of a text in one pass.
 *
 * @param keywords of two characters and more, ASCII in lower case, other scripts as a text has them; may repeat.
 */
export function indexKeywords(keywords: readonly string[]): KeywordIndex {
  const table = new Uint16Array(tableSize);
  const buckets: number[][] = [[]];
  const slotOf = (keyword: string): number =>
    (classOf(keyword.charCodeAt(0)) << (2 * bits)) |
    (classOf(keyword.charCodeAt(1)) << bits) |
    classOf(keyword.charCodeAt(2));
  // Keywords of two characters first: the 64 slots that go on from them share one bucket.
  const shared = new Set<number>();
  keywords.forEach((keyword, index) => {
    if (keyword.length >= gram) return;
    const slot = slotOf(keyword);
    const known = table[slot] ?? 0;
    if (known !== 0) {
      buckets[known]?.push(index);
      return;
    }
    const bucket = buckets.push([index]) - 1;
    shared.add(bucket);
    table.fill(bucket, slot, slot + (1 << bits));
  });
  keywords.forEach((keyword, index) => {
    if (keyword.length < gram) return;
    const slot = slotOf(keyword);
    const known = table[slot] ?? 0;
    if (known !== 0 && !shared.has(known)) buckets[known]?.push(index);
    else table[slot] = buckets.push([...(buckets[known] ?? []), index]) - 1;
  });
  return { table, buckets, keywords };
}

/**
 * Calls `visit` with the index of each keyword that begins in a stretch of the text, and with its offset, in the order
 * of the text. A caller that reads a text in several stretches gets the same calls as for the whole text.
 */
export function eachKeyword(
  { table, buckets, keywords }: KeywordIndex,
  text: string,
  visit: (keyword: number, start: number) => void,
  stretch: Stretch = { from: 0, to: text.length },
): void {
  let slot = 0;
  const mask = tableSize - 1;
  const { length } = text;
  const begin = Math.max(0, stretch.from);
  const end = Math.min(stretch.to + gram - 2, length);
  // One past the end, so that a keyword of two is found there; but never read there, which would make every read of a
  // character twice as slow.
  for (let i = begin; i <= end; i++) {
    const code = i < length ? text.charCodeAt(i) : 0;
    slot = ((slot << bits) | (code < 128 ? (classes[code] ?? 0) : foreign)) & mask;
    const bucket = table[slot] ?? 0;
    if (bucket === 0) continue;
    const start = i - gram + 1;
    if (start < begin) continue;
    for (const keyword of buckets[bucket] ?? [])
      if (standsAt(text, keywords[keyword] ?? '', start)) visit(keyword, start);
  }
}

/** Letters of either case. */
function standsAt(text: string, keyword: string, start: number): boolean {
  if (start + keyword.length > text.length) return false;
  for (let i = 0; i < keyword.length; i++) {
    const code = text.charCodeAt(start + i);
    const folded = code >= 65 && code <= 90 ? code + 32 : code;
    if (folded !== keyword.charCodeAt(i)) return false;
  }
  return true;
}
