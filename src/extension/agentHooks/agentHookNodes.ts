import type { Event } from '../../core/events.ts';
import type { AgentHooksStatus } from './agentHookState.ts';

/** The parent of the rows of agent hooks. It is one object, so that the tree can tell which row changed. */
export const agentHooksNode = { kind: 'agentHooks', id: 'agentHooks' } as const;
export type AgentHooksNode = typeof agentHooksNode;

export interface AgentHookNode {
  readonly kind: 'agentHooksOfFolder';
  readonly id: string;
  readonly folderUri: string;
  readonly name: string;
  /**
   * `elsewhere`: on another machine, where only service-cli itself can look; `nowhere`: on no machine, such as a
   * repository that is viewed without a clone; `unknown`: the state could not be read.
   */
  readonly state: AgentHooksStatus['state'] | 'elsewhere' | 'nowhere' | 'unknown';
  readonly problems: readonly string[];
  readonly agents: readonly string[];
  /** Texts about each agent: its behaviour when a hook fails, and its last call of each hook. */
  readonly notes: readonly string[];
}

/** The source of the rows. Nothing is read before the first `list`, when the user expands the row. */
export interface AgentHookSource {
  /** False while the workspace is untrusted, because no program may run in its folders then. */
  readonly isOffered: () => boolean;
  readonly list: () => Promise<readonly AgentHookNode[]>;
  readonly onDidChange: Event<void>;
}
