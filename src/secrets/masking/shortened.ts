/** A text without some of its parts, and the way back to the offsets of the original. */
export interface Shortened {
  readonly text: string;
  /** Returns the offset in the original of a character of `text`. */
  readonly originOf: (offset: number) => number;
}

/** @param parts A global pattern of the parts to leave out. */
export function without(original: string, parts: RegExp): Shortened {
  const kept: string[] = [];
  /** Where each kept part begins, in the short text and in the original. */
  const starts: number[] = [];
  const origins: number[] = [];
  let length = 0;
  const keep = (from: number, to: number): void => {
    if (from === to) return;
    kept.push(original.slice(from, to));
    starts.push(length);
    origins.push(from);
    length += to - from;
  };
  let last = 0;
  for (const { index, 0: part } of original.matchAll(parts)) {
    keep(last, index);
    last = index + part.length;
  }
  keep(last, original.length);
  const originOf = (offset: number): number => {
    let low = 0;
    for (let high = starts.length; high - low > 1;) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return (origins[low] ?? 0) + offset - (starts[low] ?? 0);
  };
  return { text: kept.join(''), originOf };
}
