import type { AgentHooksStatus, HookedAgent } from './agentHookState.ts';

/** A row of the view Agent Hooks. */
export type AgentHooksRow = AgentHookNode | HookedAgentNode | AgentAuditNode | AuditedSecretNode;

export interface AgentHookNode {
  readonly kind: 'agentHooksOfFolder';
  readonly id: string;
  readonly folderUri: string;
  readonly name: string;
  /**
   * `elsewhere`: on another machine, where only service-cli itself can look; `nowhere`: on no machine, such as a
   * repository that is viewed without a clone; `untrusted`: no program may run in it until the user trusts the
   * workspace; `unknown`: the state could not be read.
   */
  readonly state: AgentHooksStatus['state'] | 'elsewhere' | 'nowhere' | 'untrusted' | 'unknown';
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
