import type { Event } from '../../core/events.ts';
import type { AgentHooksStatus, HookedAgent } from './agentHookState.ts';

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
  readonly agents: readonly HookedAgentNode[];
}

/** An agent with hooks in a folder. */
export interface HookedAgentNode {
  readonly kind: 'hookedAgent';
  readonly id: string;
  readonly agent: HookedAgent;
}

/** The secrets in what the agents of this machine have stored. */
export interface AgentAuditNode {
  readonly kind: 'agentAudit';
  readonly id: string;
  /** Undefined until the user has searched for them in this window. */
  readonly secrets: readonly AuditedSecretNode[] | undefined;
  /** False if some files could not be read. */
  readonly isComplete: boolean;
}

/** A secret that an agent or a shell has stored, without the secret. */
export interface AuditedSecretNode {
  readonly kind: 'auditedSecret';
  readonly id: string;
  readonly secret: {
    readonly description: string;
    /** The page of the vendor about such secrets. */
    readonly link?: string | undefined;
    readonly agent: string;
    /** The files that have it. */
    readonly sessions: readonly string[];
    /** ISO dates. */
    readonly first: string;
    readonly last: string;
    /** An environment file that has it now. */
    readonly source?: string | undefined;
  };
}

/** The source of the rows. Nothing is read before the first `list`, when the user expands the row. */
export interface AgentHookSource {
  /** False while the workspace is untrusted, because no program may run in its folders then. */
  readonly isOffered: () => boolean;
  readonly list: () => Promise<readonly (AgentHookNode | AgentAuditNode)[]>;
  readonly onDidChange: Event<void>;
}
