import { type SaltedHashes, saltOf, unsaltedHash } from './hash.ts';

/** A list of values by their hashes, salted or not. */
export class AllowedValues {
  readonly #hashes: ReadonlySet<string>;
  /** Each costs one computation per value that is looked up. */
  readonly #salts: ReadonlySet<string>;
  readonly #hasUnsalted: boolean;

  constructor(hashes: readonly string[]) {
    this.#hashes = new Set(hashes);
    this.#salts = saltsOf(hashes);
    this.#hasUnsalted = hashes.some((hash) => saltOf(hash) === undefined);
  }

  /** Blocks the thread. Returns false for a value whose hash is beyond the limit of `hashes`. */
  includes(secret: string, hashes: SaltedHashes): boolean {
    if (this.#includesUnsalted(secret)) return true;
    for (const salt of this.#salts) {
      const hash = hashes.now(secret, salt);
      if (hash !== undefined && this.#hashes.has(hash)) return true;
    }
    return false;
  }

  /** Does the same on a thread of the pool. */
  async includesSoon(secret: string, hashes: SaltedHashes): Promise<boolean> {
    if (this.#includesUnsalted(secret)) return true;
    for (const salt of this.#salts) {
      const hash = await hashes.soon(secret, salt);
      if (hash !== undefined && this.#hashes.has(hash)) return true;
    }
    return false;
  }

  #includesUnsalted(secret: string): boolean {
    return this.#hasUnsalted && this.#hashes.has(unsaltedHash(secret));
  }
}

/** Returns the different salts of hashes, in the order of their first appearance. */
export function saltsOf(hashes: readonly string[]): ReadonlySet<string> {
  return new Set(hashes.map(saltOf).filter((salt) => salt !== undefined));
}
