/** Remembers which delivered bodies were taken, by digest. Implemented in memory here and on disk in src/node/files. */
export interface DeliveryRecord {
  /** Records a body. @returns false where it was recorded before */
  claim(digest: string): boolean;
  /** Forgets a body whose work did not begin, so that it is taken when it comes again. */
  release(digest: string): void;
}

/** A record of the newest bodies of this process. @param limit how many; 0 remembers none */
export function recentDeliveries(limit: number): DeliveryRecord {
  /** Oldest first. */
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
