/** Younger streams are not ended for others of their key: editors reconnect and would displace each other endlessly. */
const protectedMs = 30_000;

interface StreamQuotaOptions {
  readonly maxStreams: number;
  readonly maxPerKey: number;
  /** The time of the relay's clock in milliseconds. */
  readonly now: () => number;
}

/**
 * Distributes the streams of a relay among its keys, so that a stolen key, or a key whose editors leave dead
 * connections, cannot lock out other editors. It does not count by address, because the editors of a company share the
 * address of one gateway.
 */
export class StreamQuota<S extends { readonly keyId: string }> {
  readonly #options: StreamQuotaOptions;
  /** The streams by id of their key, oldest first, each with its opening time. */
  readonly #streams = new Map<string, Map<S, number>>();
  #count = 0;

  constructor(options: StreamQuotaOptions) {
    this.#options = options;
  }

  /**
   * Returns undefined if a new stream of a key has room; otherwise the stream that must be ended first, or `full` if
   * there is none. At the key's limit, this is the key's oldest stream, if it is at least 30 s old. At the relay's limit,
   * it is the oldest stream of the key with the most streams, if that key has at least two more than this one.
   */
  roomFor(keyId: string): S | 'full' | undefined {
    const { maxStreams, maxPerKey, now } = this.#options;
    const own = this.#streams.get(keyId);
    if (own && own.size >= maxPerKey) {
      const [oldest] = own;
      return oldest && now() - oldest[1] >= protectedMs ? oldest[0] : 'full';
    }
    if (this.#count < maxStreams) return undefined;
    // The key that loses a stream must still have at least as many as the key of the new stream.
    let most = (own?.size ?? 0) + 1;
    let oldest: S | undefined;
    for (const streams of this.#streams.values())
      if (streams.size > most) [most, [oldest]] = [streams.size, streams.keys()];
    return oldest ?? 'full';
  }

  add(stream: S): void {
    const streams = this.#streams.get(stream.keyId) ?? new Map<S, number>();
    streams.set(stream, this.#options.now());
    this.#streams.set(stream.keyId, streams);
    this.#count++;
  }

  remove(stream: S): void {
    const streams = this.#streams.get(stream.keyId);
    if (!streams?.delete(stream)) return;
    this.#count--;
    if (streams.size === 0) this.#streams.delete(stream.keyId);
  }
}
