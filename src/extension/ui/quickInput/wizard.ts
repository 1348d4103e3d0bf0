/** Where a step stands: 1-based, as people read it. */
export interface Position {
  readonly step: number;
  readonly total: number;
}

/** The draft as the step left it and where to go. Undefined: the person gave up. */
export type StepResult<D> = { readonly to: 'next' | 'back'; readonly draft: D } | undefined;

export type Step<D> = (draft: D, position: Position) => Promise<StepResult<D>>;

/**
 * Runs one step after the other, with a way back that keeps what was typed. `plan` names the steps that a draft needs;
 * it is asked again after each, so an answer may add or take away later ones. Resolves with the finished draft.
 */
export async function runWizard<D, Name extends string>(
  plan: (draft: D) => readonly Name[],
  steps: Readonly<Record<Name, Step<D>>>,
  start: D,
): Promise<D | undefined> {
  let draft = start;
  let index = 0;
  for (;;) {
    const names = plan(draft);
    const name = names[index];
    if (name === undefined) return draft;
    const result = await steps[name](draft, { step: index + 1, total: names.length });
    if (!result) return undefined;
    draft = result.draft;
    index = result.to === 'next' ? index + 1 : Math.max(0, index - 1);
  }
}
