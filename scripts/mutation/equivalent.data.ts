/** A mutant that no test can notice, because the code does the same with it. */
export interface EquivalentMutant {
  readonly file: string;
  /** The text of its line, trimmed. */
  readonly line: string;
  readonly replacement: string;
  readonly reason: string;
}

export const equivalent: readonly EquivalentMutant[] = [];
