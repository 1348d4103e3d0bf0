import type { HookProtocol } from './protocol.ts';

/**
 * The installable components, in the order of the questions. Agent analysis (a rule) and agent context (a hook) are one
 * component.
 */
export const components = ['secretsHooks', 'toolServer', 'agent'] as const;
export type Component = (typeof components)[number];

export const componentTitles: Readonly<Record<Component, string>> = {
  secretsHooks: 'Secrets Hook',
  toolServer: 'Tool server',
  agent: 'Agent analysis and context',
};

export type Scope = 'project' | 'global';

/** One entry of an agent's hooks file. */
export interface HookEntry {
  readonly event: string;
  readonly matcher?: string;
  readonly component: Extract<Component, 'secretsHooks' | 'agent'>;
  /** Whether the agent waits for the answer before it goes on. Such an entry fails closed. */
  readonly isBlocking: boolean;
}

/** How an agent asks before it reads, and the files that make it ask. */
interface AgentHooks {
  readonly protocol: HookProtocol;
  /** Folder of hooks.json and of the scripts, relative to the project or to the user's home folder. */
  readonly directory: string;
  readonly entries: readonly HookEntry[];
  readonly ruleFile: string;
  readonly ruleText: string;
  /** Returns an entry in the form in which the agent's hooks.json holds it. */
  readonly write: (entry: HookEntry, command: string) => object;
}

/** The file in which an agent keeps its tool servers, and their key in it. */
interface ToolServerFile {
  readonly key: 'mcpServers' | 'servers';
  /** Relative to the project, or to the user's home folder. Absent when the agent has no such file in that scope. */
  readonly paths: Readonly<Partial<Record<Scope, string>>>;
  /** Returns the agent's syntax for an environment variable inside the file. */
  readonly variable: (name: string) => string;
  /** The field by which the agent distinguishes a program from an address, if the agent needs it. */
  readonly type?: 'stdio';
}

/** The files of an agent, and the texts that its users read about them. */
export interface AgentLayout {
  readonly id: string;
  readonly title: string;
  /** Undefined when the agent gets no hooks; `withoutHooks` then has the reason. */
  readonly hooks?: AgentHooks;
  readonly withoutHooks?: string;
  readonly toolServer: ToolServerFile;
  /**
   * `restart` is printed at the end of a run that changed a file, `advice` for each component that the run installed.
   */
  readonly restart: string;
  readonly advice: Readonly<Partial<Record<Component, string>>>;
}
