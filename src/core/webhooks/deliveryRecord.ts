/**
 * Remembers the accepted bodies by digest. This file implements it in memory; `src/node/files/deliveryFolder.ts`
 * implements it on disk.
 */
export interface DeliveryRecord {
  /** Records a body, and returns false if it was recorded before. */
  claim(digest: string): boolean;
  /** Forgets a body whose processing did not start, so that it is accepted when it is delivered again. */
  release(digest: string): void;
}

/**
 * Returns a record in memory of the newest bodies.
 * @param limit the number of bodies to remember; 0 disables the record
 */
export function recentDeliveries(limit: number): DeliveryRecord {
  /** Digests, the oldest first. */
  const claimed = new Set<string>();
  return {
    claim: (digest) => {
      if (claimed.has(digest)) return false;
      claimed.add(digest);
      const [oldest] = claimed;
      if (oldest !== undefined && claimed.size > limit) claimed.delete(oldest);
      return true;
    },
    release: (digest) => {
      claimed.delete(digest);
    },
  };
}
