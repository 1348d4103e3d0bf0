/** Maximum number of callers that are tracked; the least recently active one is dropped first. */
const maxCallers = 10_000;

/** Cost of a unit. Levels are milliseconds × units per minute, as integers, so that the stated wait always suffices. */
const cost = 60_000;

interface Bucket {
  level: number;
  at: number;
}

/** A token bucket per caller. Libraries for it start a timer per caller, and keep an unbounded number of callers. */
export class RateQuota {
  readonly #buckets = new Map<string, Bucket>();
  readonly #perMinute: number;
  readonly #burst: number;
  readonly #now: () => number;

  /** The most units that can ever be taken at once. */
  readonly atOnce: number;

  /**
   * @param perMinute average number of units
   * @param now milliseconds; when the clock jumps back, no units are added for that time
   * @param atOnce default: a tenth of `perMinute`, but at least 1
   */
  constructor(perMinute: number, now: () => number, atOnce = Math.max(1, Math.floor(perMinute / 10))) {
    this.#perMinute = perMinute;
    this.atOnce = atOnce;
    this.#burst = atOnce * cost;
    this.#now = now;
  }

  /** Takes units if enough are available. Returns 0, or the seconds to wait for them. */
  take(caller: string, units = 1): number {
    const now = this.#now();
    const known = this.#buckets.get(caller);
    const gained = known ? Math.max(0, now - known.at) * this.#perMinute : this.#burst;
    const level = Math.min(this.#burst, (known?.level ?? 0) + gained);
    const price = cost * units;
    const isEnough = level >= price;
    // Deleted and set, so that the map stays in the order of last use.
    this.#buckets.delete(caller);
    this.#buckets.set(caller, { level: isEnough ? level - price : level, at: now });
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined && this.#buckets.size > maxCallers) this.#buckets.delete(oldest);
    return isEnough ? 0 : Math.ceil((price - level) / this.#perMinute / 1_000);
  }
}
