export interface HookedAgent {
  readonly id: string;
  readonly title: string;
}

/** The agent whose hooks are offered while no agent has any. */
export const defaultAgent: HookedAgent = { id: 'cursor', title: 'Cursor' };
