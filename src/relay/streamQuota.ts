/** What is counted of a stream. */
interface KeyedStream {
  readonly keyId: string;
}

/**
 * A stream that is younger is not ended for another one of its key: editors that were sent away come back within seconds,
 * and would send each other away for ever.
 */
const protectedMs = 30_000;

interface StreamQuotaOptions {
  /** Streams at once. */
  readonly maxStreams: number;
  /** Streams of one key at once. */
  readonly maxPerKey: number;
  /** Milliseconds of the relay's clock. */
  readonly now: () => number;
}

/** `undefined`: there is room. A stream: it must be ended first. `full`: come back later. */
type Room<S> = S | 'full' | undefined;

/**
 * Shares the streams of a relay among its keys, so that a key that was stolen, or whose editors leave dead connections
 * behind, keeps no other editor out. Not by address: the editors of a company stand behind one gateway.
 */
export class StreamQuota<S extends KeyedStream> {
  readonly #options: StreamQuotaOptions;
  /** By id of the key, oldest first, with the time when each was opened. */
  readonly #streams = new Map<string, Map<S, number>>();
  #count = 0;

  constructor(options: StreamQuotaOptions) {
    this.#options = options;
  }

  /** What a key's new stream meets: at the key's limit an old stream of its own, at the relay's the oldest of the key that has most. */
  roomFor(keyId: string): Room<S> {
    const { maxStreams, maxPerKey, now } = this.#options;
    const own = this.#streams.get(keyId);
    if (own && own.size >= maxPerKey) {
      const [oldest] = own;
      return oldest && now() - oldest[1] >= protectedMs ? oldest[0] : 'full';
    }
    if (this.#count < maxStreams) return undefined;
    // The key that gives a stream up must still have as many as the new one's.
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
