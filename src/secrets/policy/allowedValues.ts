import { createHash, randomBytes, scrypt, scryptSync } from 'node:crypto';

/** One guess takes 16 MiB and tens of milliseconds. Ordinary hashes gave weak passwords away in milliseconds. */
const cost = { N: 2 ** 14, r: 8, p: 1 };
/** In bytes, of salts and of digests. */
const length = 16;

/** Returns `sha256:` and 32 hexadecimal digits, as policies before 5.0 name a value. Such hashes are read, not written. */
export function unsaltedHash(secret: string): string {
  return `sha256:${createHash('sha256')
    .update(secret)
    .digest('hex')
    .slice(0, 2 * length)}`;
}

export const newSalt = (): string => randomBytes(length).toString('hex');

/** Returns the salt of a hash in a policy; undefined for an unsalted hash. */
function saltOf(hash: string): string | undefined {
  const [kind, salt] = hash.split(':');
  return kind === 'scrypt' ? salt : undefined;
}

/**
 * Computes the hashes by which policies name values, `scrypt:SALT:DIGEST`. It computes each hash once, and a limited
 * number of them, because the author of a policy must not decide how long its reader takes.
 */
export class SaltedHashes {
  readonly #most: number;
  /** The key is salt and unsalted hash, so that the map keeps no secret in memory. */
  readonly #known = new Map<string, string | Promise<string>>();

  /** @param most The number of hashes that it computes at most. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Blocks the thread. Returns undefined when the limit is reached. */
  now(secret: string, salt: string): string | undefined {
    const key = `${salt}:${unsaltedHash(secret)}`;
    const known = this.#known.get(key);
    if (typeof known === 'string') return known;
    if (this.#known.size >= this.#most) return undefined;
    const hash = named(salt, scryptSync(secret, Buffer.from(salt, 'hex'), length, cost));
    this.#known.set(key, hash);
    return hash;
  }

  /** Does the same on a thread of the pool. */
  async soon(secret: string, salt: string): Promise<string | undefined> {
    const key = `${salt}:${unsaltedHash(secret)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= this.#most) return undefined;
    const hash = saltedHash(secret, salt);
    this.#known.set(key, hash);
    return hash;
  }
}

/** Computes one hash, `scrypt:SALT:DIGEST`, on a thread of the pool. */
export function saltedHash(secret: string, salt: string): Promise<string> {
  return new Promise((resolve, reject) =>
    scrypt(secret, Buffer.from(salt, 'hex'), length, cost, (error, digest) => {
      if (error) reject(error);
      else resolve(named(salt, digest));
    }),
  );
}

const named = (salt: string, digest: Buffer): string => `scrypt:${salt}:${digest.toString('hex')}`;

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

export function saltsOf(hashes: readonly string[]): ReadonlySet<string> {
  return new Set(hashes.map(saltOf).filter((salt) => salt !== undefined));
}
