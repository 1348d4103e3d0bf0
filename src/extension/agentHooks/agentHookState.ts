import * as z from 'zod/mini';
import { parse, parseJson } from '../../core/parsing.ts';

const part = z.object({
  path: z.string(),
  part: z.string(),
  status: z.string(),
  reason: z.optional(z.string()),
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
  lastCalls: z.optional(
    z.array(z.object({ event: z.string(), at: z.optional(z.string()), answer: z.optional(z.string()) })),
  ),
});
const answer = z.object({
  home: z.string(),
  version: z.string(),
  found: z.array(z.string()),
  integrations: z.array(row),
});

const broken = 'CONFIGURED / INVALID CONFIG';

interface HookedAgent {
  readonly id: string;
  readonly title: string;
}

/** The last call of one hook by its agent, from any folder. */
export interface HookCall {
  readonly agent: string;
  readonly event: string;
  /** Milliseconds since the epoch; undefined if the agent has not called the hook yet. */
  readonly at: number | undefined;
  readonly isAllowed: boolean;
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
  readonly agents: readonly HookedAgent[];
  /** The ids of the agents that service-cli found on this machine. */
  readonly found: readonly string[];
  /** The behaviour of each agent with installed hooks when a hook fails, in the words of service-cli. */
  readonly whenHooksFail: readonly string[];
  readonly lastCalls: readonly HookCall[];
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
  const whenHooksFail = here.flatMap(({ whenHookFails }) => whenHookFails ?? []);
  return {
    state: stateOf(here),
    problems: [...new Set([...problems, ...off])],
    handlerFolder: `${home}/bin/${version}`,
    agents: agentsIn(here),
    found,
    whenHooksFail: [...new Set(whenHooksFail)],
    lastCalls: here.flatMap(({ editor, title = editor, lastCalls = [] }) =>
      lastCalls.map(({ event, at, answer: said }) => ({
        agent: title,
        event,
        at: at === undefined ? undefined : Date.parse(at),
        isAllowed: said !== 'denied',
      })),
    ),
  };
}

function agentsIn(rows: readonly z.output<typeof row>[]): HookedAgent[] {
  const installed = rows.filter(({ status }) => status === 'CONFIGURED' || status === broken);
  return [
    ...new Map(installed.map(({ editor, title = editor }) => [editor, { id: editor, title }])).values(),
  ];
}

function stateOf(components: readonly z.output<typeof row>[]): AgentHooksStatus['state'] {
  if (components.some(({ status }) => status === broken)) return 'broken';
  if (components.some(({ switchedOff }) => switchedOff !== undefined)) return 'switchedOff';
  return components.some(({ status }) => status === 'CONFIGURED') ? 'sound' : 'absent';
}
