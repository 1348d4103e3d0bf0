/** Callers that are remembered; the one that was quiet for longest is forgotten first. */
const maxCallers = 10_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** A token bucket per caller: `perMinute` in the long run, a tenth of it at once. */
export class RateLimit {
  readonly #buckets = new Map<string, Bucket>();
  readonly #perMinute: number;
  readonly #burst: number;
  readonly #now: () => number;

  /** `now`: milliseconds of a clock that does not jump. */
  constructor(perMinute: number, now: () => number) {
    this.#perMinute = perMinute;
    this.#burst = Math.max(1, perMinute / 10);
    this.#now = now;
  }

  /** Seconds to wait, or 0 if the caller may go on. */
  take(caller: string): number {
    const now = this.#now();
    const known = this.#buckets.get(caller);
    const gained = known ? ((now - known.at) * this.#perMinute) / 60_000 : this.#burst;
    const tokens = Math.min(this.#burst, (known?.tokens ?? 0) + gained);
    // Deleted and set, so that the map stays in the order of last use.
    this.#buckets.delete(caller);
    this.#buckets.set(caller, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now });
    if (this.#buckets.size > maxCallers) this.#forgetOldest();
    return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) * 60) / this.#perMinute);
  }

  #forgetOldest(): void {
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}
