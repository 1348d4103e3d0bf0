import { contractRows } from '../../test/fakeAgents/contractRows.ts';
import { code, table } from './markdown.ts';

const subjects = {
  prompt: 'prompt',
  read: 'file',
  shell: 'command',
  mcp: 'MCP arguments',
  output: 'output',
} as const;

/**
 * Returns the table of what the contract suite proves about each agent (`test/unit/agents/contract.e2e.test.ts`), with one
 * row for the subjects of an event that have the same answers.
 */
export function agentContract(): string {
  const groups = new Map<
    string,
    { readonly cells: readonly [string, string]; readonly answers: readonly string[]; about: string[] }
  >();
  for (const { agent, event, subject, secret, fault, late } of contractRows()) {
    const answers = [secret, fault, late];
    const key = [agent, event, ...answers].join();
    const about = subject in subjects ? subjects[subject as keyof typeof subjects] : subject;
    const group = groups.get(key);
    if (group) group.about.push(about);
    else groups.set(key, { cells: [agent, event.split(', ').map(code).join(', ')], answers, about: [about] });
  }
  const rows = [...groups.values()].map(({ cells, answers, about }) => [
    ...cells,
    about.join(', '),
    ...answers,
  ]);
  return table(['agent', 'event', 'asks about', 'with a secret', 'hook fails', 'hook is late'], rows);
}
