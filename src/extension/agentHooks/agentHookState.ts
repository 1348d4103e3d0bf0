import * as z from 'zod/mini';
import { parse, parseJson } from '../../core/parsing.ts';

const part = z.object({
  path: z.string(),
  part: z.string(),
  status: z.string(),
  reason: z.optional(z.string()),
});
const week = z.object({
  denied: z.number(),
  masked: z.number(),
  rules: z.array(z.string()),
  files: z.array(z.string()),
});
const row = z.object({
  editor: z.string(),
  title: z.optional(z.string()),
  scope: z.string(),
  component: z.string(),
  status: z.string(),
  items: z.array(part),
  switchedOff: z.optional(z.array(z.string())),
  whenHookFails: z.optional(z.string()),
  version: z.optional(z.string()),
  lastCalls: z.optional(
    z.array(z.object({ event: z.string(), at: z.optional(z.string()), answer: z.optional(z.string()) })),
  ),
  week: z.optional(week),
});
const answer = z.object({
  home: z.string(),
  version: z.string(),
  found: z.array(z.string()),
  integrations: z.array(row),
});

const broken = 'CONFIGURED / INVALID CONFIG';

/** An agent with hooks in a project. */
export type HookedAgent = ReturnType<typeof agentsIn>[number];

/** The last call of one hook by its agent, from any folder. */
export interface HookCall {
  readonly event: string;
  /** Milliseconds since the epoch; undefined if the agent has not called the hook yet. */
  readonly at: number | undefined;
  readonly answer: 'allowed' | 'masked' | 'denied';
}

export interface AgentHooksStatus {
  /**
   * `absent`: the project has none; `sound`: all that is installed works; `broken`: some part has to be repaired;
   * `switchedOff`: a setting or the version of an agent makes its hooks ineffective, which a repair does not change.
   */
  readonly state: 'absent' | 'sound' | 'broken' | 'switchedOff';
  /** One line for each damaged or missing part, and for each reason why hooks have no effect, as service-cli words it. */
  readonly problems: readonly string[];
  /** The folder of the handler that the hooks of this version of service-cli call. */
  readonly handlerFolder: string;
  /** The folder of the record of what hooks denied and masked. */
  readonly recordFolder: string;
  readonly agents: readonly HookedAgent[];
  /** The ids of the agents that service-cli found on this machine. */
  readonly found: readonly string[];
}

/** The row of a folder in the view Agent Hooks. */
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

/**
 * Returns the state of the agent hooks of one project.
 *
 * @param status The output of `service-cli system status --json`, run in the folder of the project.
 * @throws {Failure} `malformed` if the output has another form.
 */
export function agentHooksStatusOf(status: string): AgentHooksStatus {
  const { home, version, found, integrations } = parse(
    answer,
    parseJson(status, 'system status'),
    'system status',
  );
  const here = integrations.filter(
    ({ editor, scope, component }) => editor !== 'git' && scope === 'project' && component !== 'toolServer',
  );
  const problems = here
    .filter((component) => component.status === broken)
    .flatMap(({ items }) => items)
    .filter((item) => item.status !== 'CONFIGURED')
    .map((item) => `${item.path}${item.part === '' ? '' : ` (${item.part})`}: ${item.reason ?? item.status}`);
  const off = here.flatMap(({ switchedOff = [] }) => switchedOff);
  return {
    state: stateOf(here),
    problems: [...new Set([...problems, ...off])],
    handlerFolder: `${home}/bin/${version}`,
    recordFolder: `${home}/decisions`,
    agents: agentsIn(here),
    found,
  };
}

function agentsIn(rows: readonly z.output<typeof row>[]) {
  const installed = rows.filter(({ status }) => status === 'CONFIGURED' || status === broken);
  return [...new Set(installed.map(({ editor }) => editor))].map((id) => {
    const own = installed.filter(({ editor }) => editor === id);
    const hooks = own.find(({ component }) => component === 'secretsHooks');
    return {
      id,
      title: own[0]?.title ?? id,
      /** Undefined if it is not known. */
      version: hooks?.version,
      /** Whether its secrets hooks are complete and the agent follows them. */
      isGuarded: hooks?.status === 'CONFIGURED' && hooks.switchedOff === undefined,
      /** Its behaviour when a hook fails, in the words of service-cli. */
      whenHookFails: hooks?.whenHookFails,
      lastCalls: (hooks?.lastCalls ?? []).map(({ event, at, answer: said }): HookCall => ({
        event,
        at: at === undefined ? undefined : Date.parse(at),
        answer: said === 'denied' || said === 'masked' ? said : 'allowed',
      })),
      /** What its hooks denied and masked in the last seven days, in all folders; undefined for nothing. */
      week: hooks?.week,
    };
  });
}

function stateOf(components: readonly z.output<typeof row>[]): AgentHooksStatus['state'] {
  if (components.some(({ status }) => status === broken)) return 'broken';
  if (components.some(({ switchedOff }) => switchedOff !== undefined)) return 'switchedOff';
  return components.some(({ status }) => status === 'CONFIGURED') ? 'sound' : 'absent';
}
