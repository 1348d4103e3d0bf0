/** Callers that are remembered; the one that was quiet for longest is forgotten first. */
const maxCallers = 10_000;

/** What one call costs. Counted in milliseconds × calls per minute: whole numbers, so that who waits as told may go on. */
const cost = 60_000;

interface Bucket {
  level: number;
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
    this.#burst = Math.max(cost, perMinute * (cost / 10));
    this.#now = now;
  }

  /** Seconds to wait, or 0 if the caller may go on. */
  take(caller: string): number {
    const now = this.#now();
    const known = this.#buckets.get(caller);
    const gained = known ? (now - known.at) * this.#perMinute : this.#burst;
    const level = Math.min(this.#burst, (known?.level ?? 0) + gained);
    // Deleted and set, so that the map stays in the order of last use.
    this.#buckets.delete(caller);
    this.#buckets.set(caller, { level: level >= cost ? level - cost : level, at: now });
    if (this.#buckets.size > maxCallers) this.#forgetOldest();
    return level >= cost ? 0 : Math.ceil((cost - level) / this.#perMinute / 1_000);
  }

  #forgetOldest(): void {
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}
