import { contractRows } from '../../test/fakeAgents/contractRows.ts';
import { code, table } from './markdown.ts';

const subjects = {
  prompt: 'prompt',
  read: 'file',
  shell: 'command',
  mcp: 'MCP arguments',
  output: 'output',
} as const;

/** Returns the table of what the contract suite proves about each agent (`test/unit/agents/contract.e2e.test.ts`). */
export function agentContract(): string {
  const rows = contractRows().map(({ agent, event, subject, secret, fault, late }) => [
    agent,
    event.split(', ').map(code).join(', '),
    subject in subjects ? subjects[subject as keyof typeof subjects] : subject,
    secret,
    fault,
    late,
  ]);
  return table(['agent', 'event', 'asks about', 'with a secret', 'hook fails', 'hook is late'], rows);
}
