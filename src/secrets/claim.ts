import type { Emit } from './candidates/candidate.ts';
import type { Confidence, Remedy } from './finding.ts';

/** What a reader says about a stretch of text. The strongest of overlapping claims becomes a finding. */
export interface Claim {
  readonly start: number;
  readonly end: number;
  readonly rule: string;
  readonly confidence: Confidence;
  readonly remedy: Remedy;
  /** Stronger claims win where they overlap. */
  readonly strength: number;
}

/** Where readers put what they find. */
export interface Sink {
  /** A value to be judged. */
  readonly candidate: Emit;
  readonly claim: (claim: Claim) => void;
  /** What begins here looks like a known format and is none: nobody else may claim it. */
  readonly refute: (start: number) => void;
}
