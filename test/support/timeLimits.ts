import { TimeLimit } from '../../src/agents/timeLimit.ts';

/** A limit that is over whenever `isOver` says so. */
export function limitThatEnds(isOver: () => boolean): TimeLimit {
  return new TimeLimit(0, () => (isOver() ? 1 : 0));
}

/** A limit that is never over, and leaves programs ten minutes. */
export const endlessTime = new TimeLimit(600_000, () => 0);
export const noTime = limitThatEnds(() => true);
