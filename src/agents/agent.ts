import type { HookProtocol } from './protocol.ts';

/** The installable components, in the order of the questions. `agent` is analysis (a rule) and context (a hook). */
export const components = ['secretsHooks', 'toolServer', 'agent'] as const;
export type Component = (typeof components)[number];

export const componentTitles: Readonly<Record<Component, string>> = {
  secretsHooks: 'Secrets Hook',
  toolServer: 'Tool server',
  agent: 'Agent analysis and context',
};

/** The components that consist of hooks. */
export type HookComponent = Exclude<Component, 'toolServer'>;

/** `project`: one folder; `global`: all projects of the user; `system`: all users of the machine. */
export type Scope = 'project' | 'global' | 'system';

export interface HookEntry {
  readonly event: string;
  readonly matcher?: string;
  readonly component: HookComponent;
  /** Whether the agent waits for the answer before it goes on. Such an entry fails closed. */
  readonly isBlocking: boolean;
}

/** The command lines that run the shim for one event. */
export interface HookCommand {
  /** For the platform of the installation. */
  readonly here: string;
  readonly posix: string;
  readonly powerShell: string;
}

/** The files from which an agent reads hooks. Paths are relative to the root of the scope, with parts separated by `/`. */
export interface HookPlace {
  readonly file: string;
  /** The file of the hooks that add context; `file` has them as well if this is undefined. */
  readonly contextFile?: string;
  readonly scripts: string;
  /**
   * How the command names the shim: `relative` to the folder in which the agent runs hooks, which is the root;
   * `absolute` where the agent does not define that folder; or below an environment variable that holds the root.
   */
  readonly command: 'relative' | 'absolute' | { readonly variable: string };
  /** The file with the rule, if the agent reads rules from a file that other programs do not share. */
  readonly rule?: string;
}

export type HooksFormat =
  | {
      /** The file also has entries of other programs. */
      readonly kind: 'shared';
      /** The value of `version`, if the agent requires one. */
      readonly version?: number;
      readonly listOf: (event: string) => readonly [string, ...string[]];
      readonly write: (entry: HookEntry, command: HookCommand) => object;
    }
  | {
      /** The agent reads all files of a folder, and this one has the entries of one component. */
      readonly kind: 'own';
      readonly write: (entries: readonly (readonly [HookEntry, HookCommand])[]) => string;
    };

/** A setting of an agent that switches all its hooks off, in a file of a project or of the user's home folder. */
interface HookSwitch {
  readonly file: string;
  readonly setting: readonly [string, ...string[]];
  /** The value that switches the hooks off. */
  readonly off: boolean;
}

/** The hooks of an agent: the form of its requests and answers, and the files in which hooks are installed. */
export interface AgentHooks {
  readonly protocol: HookProtocol;
  readonly places: Readonly<Partial<Record<Exclude<Scope, 'system'>, HookPlace>>>;
  /** The machine-wide file, by platform; absolute paths without the first `/` or, on Windows, without the drive. */
  readonly system?: Readonly<Partial<Record<NodeJS.Platform, string>>>;
  readonly entries: readonly HookEntry[];
  readonly format: HooksFormat;
  /**
   * The link that denies when the shim is missing, crashes or prints nothing; most agents take that for consent.
   * `agent`: the agent itself denies. `answer`: the installed command denies, and otherwise passes the answer of the
   * shim on. `exitCode`: as `answer`, but the command prints nothing, because the agent shows the output of a hook to the
   * user or the model.
   */
  readonly deniesFaults: 'agent' | 'answer' | 'exitCode';
  /** Whether entries name the commands of both shells, so that a project needs both shims. */
  readonly hasBothShells?: boolean;
  /** The rule that asks for an analysis after each turn; the start of a session tells it to agents without `rule`. */
  readonly ruleText?: string;
  /**
   * Every agent blocks when an installed hook is missing, crashes or prints no answer: the installed command denies.
   * `timeout`: the reaction when the hook needs more time than the agent gives it. `since`: the first version that
   * behaves so, where earlier ones continue.
   */
  readonly whenHookFails: { readonly timeout: 'blocks' | 'continues'; readonly since?: string };
  /** A repository may bring such a setting. Machine-wide hooks are not affected. */
  readonly switches?: readonly HookSwitch[];
}

/** The file in which an agent keeps its tool servers, and their key in it. */
export interface ToolServerFile {
  readonly key: 'mcpServers' | 'servers';
  /** Relative to the project, or to the user's home folder. Absent when the agent has no such file in that scope. */
  readonly paths: Readonly<Partial<Record<Scope, string>>>;
  /** Returns the agent's syntax for an environment variable inside the file; absent when it has none. */
  readonly variable?: (name: string) => string;
  /** Fields that the agent requires besides command, arguments and environment. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /**
   * Returns the entry for a running tool server at an http or https address; absent when the agent has no syntax for
   * variables, because the file would have to contain the token.
   *
   * @param authorization The value of the header `Authorization`, which refers to the token.
   */
  readonly network?: (url: string, authorization: string) => object;
}

interface TestedVersion {
  readonly version: string;
  /** The day of the test, as `YYYY-MM-DD`. */
  readonly date: string;
  /** `run`: that version ran with the installed hooks. `documentation`: the tests follow its documentation. */
  readonly by: 'run' | 'documentation';
}

/** The files of an agent, and the texts that its users read about them. */
export interface AgentLayout {
  readonly id: string;
  readonly title: string;
  /** Undefined when the agent gets no hooks; `withoutHooks` then has the reason. */
  readonly hooks?: AgentHooks;
  readonly withoutHooks?: string;
  /** Absent when no version is known: the tests then follow the documentation. */
  readonly tested?: TestedVersion;
  /** The first version that the hooks guard, and the first one that they do not; absent when they guard every version. */
  readonly guarded?: { readonly from: string; readonly below: string };
  /** Undefined when this program does not edit the agent's file; `withoutToolServer` then has the reason. */
  readonly toolServer?: ToolServerFile;
  readonly withoutToolServer?: string;
  /** Whether agents of this kind also run in the vendor's cloud, on a clone of the repository. */
  readonly hasCloudAgents?: boolean;
  /** The traces of an installed agent: folders of the project or of the user's home, and names of programs. */
  readonly traces: { readonly folders: readonly string[]; readonly programs: readonly string[] };
  /** `restart` is printed after a run that changed a file, `advice` for each component that it installed. */
  readonly restart: string;
  readonly advice: Readonly<Partial<Record<Component, string>>>;
}

/**
 * @param secrets The events of the secrets hooks, each with its matcher if it has one. They fail closed.
 * @param around The events at the start of a session and at the end of a turn.
 */
export function entriesFor(
  secrets: readonly (readonly [event: string, matcher?: string])[],
  ...around: readonly string[]
): readonly HookEntry[] {
  const entries: readonly HookEntry[] = secrets.map(([event, matcher]) => ({
    event,
    ...(matcher !== undefined && { matcher }),
    component: 'secretsHooks',
    isBlocking: true,
  }));
  const others = around.map((event): HookEntry => ({ event, component: 'agent', isBlocking: false }));
  return [...entries, ...others];
}

export function placeOf(
  { places, system }: AgentHooks,
  agent: string,
  scope: Scope,
  platform: NodeJS.Platform,
): HookPlace | undefined {
  if (scope !== 'system') return places[scope];
  const file = system?.[platform];
  if (file === undefined) return undefined;
  // A folder that only an administrator can write to, like the file itself.
  const scripts = `${systemFolder(platform)}/hooks/${agent}`;
  return { file, scripts, command: 'absolute' };
}

export function secretsEvents({ hooks }: AgentLayout): string[] {
  const entries = hooks?.entries.filter(({ component }) => component === 'secretsHooks') ?? [];
  return [...new Set(entries.map(({ event }) => event))];
}

/** Returns the folder of this program's machine-wide files, in the form of `AgentHooks.system`. */
export function systemFolder(platform: NodeJS.Platform): string {
  return platform === 'win32' ? 'ProgramData/service-cli' : 'usr/local/lib/service-cli';
}

/** Returns what an agent does when a hook fails, in words for the user. */
export function wordsOfFailure({ title, hooks }: AgentLayout): string | undefined {
  if (!hooks) return undefined;
  const { timeout, since } = hooks.whenHookFails;
  if (timeout === 'continues')
    return `${title} blocks when the hook is missing or crashes, but continues when it takes too long.`;
  const from =
    since === undefined ? '' : ` from version ${since} on. Earlier versions continue when it takes too long`;
  return `${title} blocks when the hook fails${from}.`;
}

/**
 * Returns the form of Claude Code, which other agents took over: an event has a list of groups, and a group has a
 * matcher and the hooks to run.
 *
 * @param fieldsOf Returns the fields of a hook besides its type and command.
 * @param container The path of the object with the events.
 */
export function groupedFormat(
  fieldsOf: (entry: HookEntry) => object,
  container = 'hooks',
): Extract<HooksFormat, { kind: 'shared' }> {
  return {
    kind: 'shared',
    listOf: (event) => [container, event],
    write: (entry, { here }) => ({
      ...(entry.matcher !== undefined && { matcher: entry.matcher }),
      hooks: [{ type: 'command', command: here, ...fieldsOf(entry) }],
    }),
  };
}
