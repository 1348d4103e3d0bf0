/** A test file, and what is known about it. */
export interface OrderedTest {
  readonly test: string;
  readonly ms: number;
  /** Imports from the test to the mutated file. */
  readonly distance: number;
  /** How many mutants of the file it has noticed. */
  readonly kills: number;
}

/** Milliseconds that the tests of the first run of a mutant take together. */
const firstRunMs = 1500;
/** A process costs as much as many quick tests, so that the later runs are few. */
const growth = 4;

/**
 * Sorts tests by what they cost and how probably they notice the mutant, and splits them into runs of one process each.
 * Each run is longer than the one before, because most mutants end in the first.
 */
export function runsOf<T extends OrderedTest>(tests: readonly T[]): readonly (readonly T[])[] {
  const price = ({ ms, distance, kills }: OrderedTest): number => (ms * distance) / (1 + kills);
  const runs: T[][] = [];
  let leftMs = 0;
  for (const next of tests.toSorted((a, b) => price(a) - price(b))) {
    if (leftMs <= 0) leftMs = firstRunMs * growth ** (runs.push([]) - 1);
    runs.at(-1)?.push(next);
    leftMs -= next.ms;
  }
  return runs;
}
