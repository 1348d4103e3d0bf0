/** One measured cost: a median, and the yardstick measured beside it in the same run. */
export interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly yardstick?: { readonly what: string; readonly value: number };
  /** The limit that the issue sets, in words. */
  readonly goal?: string;
}

export interface Bench {
  /** Describes in a sentence or two what is measured and how. */
  readonly about: string;
  run(): Promise<readonly Row[]>;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}
