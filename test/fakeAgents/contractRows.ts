import { agents } from '../../src/agents/agents.ts';
import type { AgentLayout } from '../../src/agents/agent.ts';
import { type CaseName, type FakeAgent } from './fakeAgent.ts';
import { fakeAgents } from './fakeAgents.ts';

/** The results that the tests prove for one kind of request of one agent. */
export interface ContractRow {
  readonly agent: string;
  readonly event: string;
  readonly subject: CaseName;
  readonly clean: 'allowed' | 'denied';
  readonly secret: 'denied' | 'masked' | 'not denied';
  /** When the hook is missing, damaged or crashes, or the user is not logged in. */
  readonly fault: 'denied' | 'withheld' | 'may pass';
  readonly late: 'blocks' | 'continues';
}

/** The kinds of requests about which a hook decides. */
const decided = ['prompt', 'read', 'shell', 'mcp', 'output'] as const satisfies CaseName[];

/** Agents that cannot be kept from passing something on, by their documentation. */
const undeniable: readonly string[] = ['copilot prompt'];

/** Agents that withhold an output also when the hook fails. */
const withholding: readonly string[] = ['cursor', 'codex', 'gemini', 'opencode'];

/** Agents with a fake of their own (`test/fakeEditor`, `plugin.e2e.test.ts`), and the events of each case. */
const others: readonly { readonly id: string; readonly events: Partial<Record<CaseName, string>> }[] = [
  {
    id: 'cursor',
    events: {
      prompt: 'beforeSubmitPrompt',
      read: 'beforeReadFile, beforeTabFileRead, preToolUse',
      shell: 'beforeShellExecution, preToolUse',
      mcp: 'beforeMCPExecution, preToolUse',
      output: 'postToolUse',
    },
  },
  {
    id: 'opencode',
    events: {
      prompt: 'chat.message',
      read: 'tool.execute.before',
      shell: 'tool.execute.before',
      mcp: 'tool.execute.before',
      output: 'tool.execute.after',
    },
  },
];

export function contractRows(): readonly ContractRow[] {
  return agents.flatMap((layout) => {
    const events = eventsOf(layout.id);
    return decided.flatMap((subject) => {
      const event = events[subject];
      return event === undefined || !layout.hooks ? [] : [rowOf(layout, subject, event)];
    });
  });
}

function eventsOf(id: string): Partial<Record<CaseName, string>> {
  const fake = fakeAgents.find((agent) => agent.id === id);
  if (!fake) return others.find((other) => other.id === id)?.events ?? {};
  return Object.fromEntries(casesOf(fake).map((name) => [name, fake.cases[name]?.('/', '').event]));
}

/** The cases of an agent about which its hooks decide. */
export function casesOf({ cases }: FakeAgent): readonly (typeof decided)[number][] {
  return decided.filter((name) => cases[name] !== undefined);
}

function rowOf({ id, title, hooks }: AgentLayout, subject: CaseName, event: string): ContractRow {
  const isOutput = subject === 'output';
  const isDeniable = !undeniable.includes(`${id} ${subject}`);
  const isKept = isOutput ? withholding.includes(id) : isDeniable;
  return {
    agent: title,
    event,
    subject,
    clean: 'allowed',
    secret: isDeniable ? (isOutput ? 'masked' : 'denied') : 'not denied',
    fault: isKept ? (isOutput ? 'withheld' : 'denied') : 'may pass',
    late: isKept || isOutput ? (hooks?.whenHookFails.timeout ?? 'continues') : 'continues',
  };
}
