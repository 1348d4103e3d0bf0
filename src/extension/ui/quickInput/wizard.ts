export interface Position {
  /** Starts at 1. */
  readonly step: number;
  readonly total: number;
  readonly canGoBack: boolean;
}

/** The draft after the step, and the direction to go. Undefined when the user leaves. */
export type StepResult<D> = { readonly to: 'next' | 'back'; readonly draft: D } | undefined;

export type Step<D> = (draft: D, position: Position) => Promise<StepResult<D>>;

/**
 * Runs one step after the other, with a way back that keeps the user's input.
 *
 * @param plan Returns the steps that a draft needs. It is called after each step, which may change the later ones.
 * @param followUps Steps that only some answers need. Each has the number of the step before it, so that the total
 *   never changes while the user answers.
 * @returns The finished draft; undefined when the user leaves.
 */
export async function runWizard<D, Name extends string>(
  plan: (draft: D) => readonly Name[],
  steps: Readonly<Record<Name, Step<D>>>,
  start: D,
  followUps: ReadonlySet<Name> = new Set(),
): Promise<D | undefined> {
  let draft = start;
  let index = 0;
  for (;;) {
    const names = plan(draft);
    const name = names[index];
    if (name === undefined) return draft;
    const counted = (some: readonly Name[]) => some.filter((step) => !followUps.has(step)).length;
    const position = {
      step: counted(names.slice(0, index + 1)),
      total: counted(names),
      canGoBack: index > 0,
    };
    const result = await steps[name](draft, position);
    if (!result) return undefined;
    draft = result.draft;
    index = result.to === 'next' ? index + 1 : Math.max(0, index - 1);
  }
}
