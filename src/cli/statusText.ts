import { printable } from '../core/printable.ts';
import { componentTitles, type Scope } from '../agents/agent.ts';
import type { ComponentStatus } from './integrate/plan.ts';
import type { HookCheck } from './integrate/status/checkHooks.ts';
import {
  type WeekOfDecisions,
  wordsOfWeek,
  type LastCall,
  wordsOfCalls,
} from './integrate/status/hookNotes.ts';
import { type Mark, type Terminal, widest } from './terminal.ts';

export interface StatusRow extends ComponentStatus {
  readonly editor: string;
  readonly title?: string;
  readonly scope: Scope;
  readonly root: string;
  readonly fix?: string;
  /** The version of the agent, where its hooks are known to depend on it or a version was tested. */
  readonly version?: string;
  /** What its hooks denied and masked this week, in all folders. */
  readonly week?: WeekOfDecisions;
  /** When the agent called each hook last; of installed secrets hooks. */
  readonly lastCalls?: readonly LastCall[];
  readonly checks?: readonly HookCheck[];
  /** A sentence for each reason for which the agent does not follow the installed hooks: a setting, or its version. */
  readonly switchedOff?: readonly string[];
  /** Sentences for the user about installed hooks, those of `switchedOff` included. */
  readonly notes?: readonly string[];
  /** A sentence about the agent's behavior when an installed hook fails. */
  readonly whenHookFails?: string;
}

const marks: Readonly<Record<StatusRow['status'], Mark>> = {
  CONFIGURED: 'ok',
  'NOT CONFIGURED': 'none',
  'CONFIGURED / INVALID CONFIG': 'failed',
};

/** Returns a line per component, then notes. Agents that are not `found` have a line only for what is installed. */
export function statusText(
  rows: readonly StatusRow[],
  found: readonly string[],
  project: string,
  terminal: Terminal,
): string[] {
  const isShown = ({ editor, status, notes }: StatusRow): boolean =>
    status !== 'NOT CONFIGURED' || notes !== undefined || editor === 'git' || found.includes(editor);
  const lines = rows.filter(isShown).map((row) => ({
    row,
    agent: row.title ?? (row.editor === 'git' ? 'Git' : row.editor),
    place: placeOf(row, project),
    state: `${componentTitles[row.component]}: ${row.status}`,
  }));
  const agentWidth = widest(lines.map(({ agent }) => agent));
  const stateWidth = widest(lines.map(({ state }) => state));
  return [
    ...lines.map(({ row: { status, switchedOff }, agent, place, state }) => {
      const mark = terminal.mark(switchedOff === undefined ? marks[status] : 'failed');
      return `${mark} ${agent.padEnd(agentWidth)}  ${state.padEnd(stateWidth)}  ${place}`;
    }),
    ...lines.flatMap(({ row, agent, place }) => {
      const notes = notesOf(row, terminal);
      const heading = terminal.paint('bold', `${agent}, ${place}: ${componentTitles[row.component]}`);
      return notes.length === 0 ? [] : ['', heading, ...notes.map((note) => `  ${note}`)];
    }),
    ...(rows.every(({ status }) => status === 'NOT CONFIGURED')
      ? ['Nothing is installed. To select agents, run: service-cli integrate']
      : []),
  ];
}

function placeOf({ scope, root }: StatusRow, project: string): string {
  if (scope === 'system') return 'this machine';
  if (scope === 'global') return 'all projects';
  return root === project ? 'this project' : printable(root);
}

function notesOf(row: StatusRow, terminal: Terminal): string[] {
  const { items, fix, lastCalls, week, checks = [], switchedOff = [], notes = [], whenHookFails } = row;
  const isBroken = row.status === 'CONFIGURED / INVALID CONFIG';
  const broken = isBroken ? items.filter((item) => item.status !== 'CONFIGURED') : [];
  return [
    ...broken.map(({ path, part, status: its, reason }) =>
      printable(`${path}${part === '' ? '' : ` (${part})`}: ${reason ?? its}`),
    ),
    ...(fix === undefined ? [] : [printable(fix)]),
    ...(lastCalls === undefined ? [] : [wordsOfCalls(lastCalls)]),
    ...(week === undefined ? [] : [printable(wordsOfWeek(week))]),
    ...checks.map(
      ({ event, result, reason }) =>
        `${terminal.mark(checkMarks[result])} ${event}: ${result}${reason === undefined ? '' : ` (${reason})`}`,
    ),
    ...notes.map((note) =>
      switchedOff.includes(note) ? terminal.paint('red', printable(note)) : printable(note),
    ),
    ...(whenHookFails === undefined ? [] : [whenHookFails]),
  ];
}

const checkMarks: Readonly<Record<HookCheck['result'], Mark>> = {
  passed: 'ok',
  failed: 'failed',
  skipped: 'none',
};
