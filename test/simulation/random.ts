/** Random numbers that a seed repeats (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** In [0, 1). */
  next = (): number => {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };

  /** A whole number in [low, high]. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** A whole number in [0, below). */
  integer(below: number): number {
    return this.between(0, below - 1);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  of<T>(items: readonly T[]): T {
    if (items.length === 0) throw new Error('Nothing to choose from');
    return items[this.integer(items.length)] as T;
  }
}
