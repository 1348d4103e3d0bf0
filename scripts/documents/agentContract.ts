import { contractRows } from '../../test/fakeAgents/contractRows.ts';
import { code, table } from './markdown.ts';

const subjects = {
  prompt: 'a prompt, and files that it mentions',
  read: 'a file',
  shell: 'a command line',
  mcp: 'arguments of an MCP tool',
  output: 'the output of a tool',
} as const;

/** Returns the table of what the contract suite proves about each agent (`test/unit/agents/contract.e2e.test.ts`). */
export function agentContract(): string {
  const rows = contractRows().map(({ agent, event, subject, clean, secret, fault, late }) => [
    agent,
    event.split(', ').map(code).join(', '),
    subject in subjects ? subjects[subject as keyof typeof subjects] : subject,
    clean,
    secret,
    fault,
    late,
  ]);
  return table(
    ['agent', 'event', 'asks about', 'without a secret', 'with a secret', 'hook fails', 'hook is late'],
    rows,
  );
}
