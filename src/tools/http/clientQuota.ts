import { addressGroup } from '../../node/http/server/addressGroup.ts';
import { RateQuota } from '../../node/http/server/rateQuota.ts';

/** Number of tokens for which the server remembers that the platform accepted them. */
const maxAccepted = 10_000;

/** Limits messages per token, and per address for tokens not yet accepted, which anyone can make up. */
export class ClientQuota {
  readonly #ofCaller: RateQuota;
  readonly #ofAddress: RateQuota;
  /** Digests of tokens, oldest first. */
  readonly #accepted = new Set<string>();

  /**
   * @param perMinute messages per token; an address may send twice as many with tokens that are not accepted yet
   * @param now milliseconds of a clock that does not jump
   */
  constructor(perMinute: number, now: () => number) {
    this.#ofCaller = new RateQuota(perMinute, now);
    this.#ofAddress = new RateQuota(2 * perMinute, now, 2 * this.#ofCaller.atOnce);
  }

  get atOnce(): number {
    return this.#ofCaller.atOnce;
  }

  /** Counts messages of a request. Returns 0 when the request may go on, else the seconds to wait. */
  take(digest: string | undefined, remoteAddress: string | undefined, messages: number): number {
    const wait = digest === undefined ? 0 : this.#ofCaller.take(digest, messages);
    if (wait > 0 || (digest !== undefined && this.#accepted.has(digest))) return wait;
    return this.#ofAddress.take(addressGroup(remoteAddress), messages);
  }

  accept(digest: string): void {
    this.#accepted.add(digest);
    const [oldest] = this.#accepted;
    if (oldest !== undefined && this.#accepted.size > maxAccepted) this.#accepted.delete(oldest);
  }
}
