import { agents } from '../../src/agents/agents.ts';
import type { AgentLayout } from '../../src/agents/agent.ts';
import { table } from './markdown.ts';

/** Returns the table of the newest version of each agent for which the hooks were tested, and how. */
export function agentVersions(): string {
  const rows = agents.filter(({ hooks }) => hooks).flatMap(rowsOf);
  return table(['agent', 'newest tested version', 'date', 'how'], rows);
}

function rowsOf({ title, tested, guarded }: AgentLayout): string[][] {
  const how = tested?.by === 'run' ? 'run' : 'not run';
  const row = [title, tested?.version ?? '–', tested?.date ?? '–', how];
  if (!guarded) return [row];
  const from = `${title} ${guarded.below}`;
  return [row, [from, '–', '–', 'not guarded: not run']];
}
