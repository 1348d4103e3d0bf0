import type { Event } from '../../core/events.ts';
import type { GuardStatus } from '../guards/guardState.ts';

/** The row below which each folder has its guards. One object, so that the tree knows what changed. */
export const guardsNode = { kind: 'guards', id: 'guards' } as const;
export type GuardsNode = typeof guardsNode;

/** The guards of one folder. */
export interface GuardNode {
  readonly kind: 'guard';
  readonly id: string;
  readonly folderUri: string;
  readonly name: string;
  /**
   * `elsewhere`: on another machine, where only the command itself can look; `nowhere`: on no machine, as a repository that
   * is looked at without a clone; `unknown`: looking failed.
   */
  readonly state: GuardStatus['state'] | 'elsewhere' | 'nowhere' | 'unknown';
  readonly problems: readonly string[];
}

/** Where the rows come from. Nothing is read before the first `list`, which the tree asks for when the row is opened. */
export interface GuardSource {
  /** Where nobody has trusted the workspace, nothing is run in its folders. */
  readonly isOffered: () => boolean;
  readonly list: () => Promise<readonly GuardNode[]>;
  readonly onDidChange: Event<void>;
}
