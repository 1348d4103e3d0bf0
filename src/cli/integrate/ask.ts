import type { Context } from '../program.ts';
import { type Component, componentTitles, type Scope } from '../../agents/agent.ts';
import type { Decision } from './plan.ts';
import type { Proposal } from './proposals.ts';
import type { Status } from './resources/resource.ts';

export interface Outcome extends Decision {
  readonly verdict?: 'skipped' | 'declined' | 'kept';
  readonly reason?: string;
}

/** Asks whether to install or remove for the project or the user, never for `system`, which needs an administrator. */
export async function askScope({ prompts }: Context, isRemoval: boolean): Promise<Scope> {
  const question = isRemoval ? 'Remove it from' : 'Install it for';
  return prompts.select(`${question} this project or all your projects?`, [
    { value: 'project', name: 'This project (cloud agents read it, too)' },
    { value: 'global', name: 'All my projects on this machine' },
  ]);
}

/** Asks about each component that is installed or can be. The others are listed with the reason to skip them. */
export async function askDecisions(context: Context, proposals: readonly Proposal[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const proposal of proposals) outcomes.push(await askDecision(context, proposal));
  return outcomes;
}

export function decideAll(proposals: readonly Proposal[]): Outcome[] {
  return proposals.map(({ component, skip }) =>
    skip === undefined ? { component, action: 'install' } : skipped(component, skip),
  );
}

async function askDecision({ prompts }: Context, proposal: Proposal): Promise<Outcome> {
  const { component, status, skip } = proposal;
  const title = componentTitles[component];
  if (status === 'NOT CONFIGURED') {
    if (skip !== undefined) return skipped(component, skip);
    return (await prompts.confirm(`Install ${title}?`, true))
      ? { component, action: 'install' }
      : { component, action: 'keep', verdict: 'declined' };
  }
  const state = [status, skip].filter(Boolean).join('; ');
  if (await prompts.confirm(`${title} is installed (${state}). Keep?`, true))
    return skip === undefined ? { component, action: 'install' } : skipped(component, skip);
  return (await prompts.confirm(`Remove the hooks, rules and records of ${title}?`, false))
    ? { component, action: 'remove' }
    : { component, action: 'keep', verdict: 'kept' };
}

function skipped(component: Component, reason: string): Outcome {
  return { component, action: 'keep', verdict: 'skipped', reason };
}

export async function confirmChanges(
  { terminal, prompts }: Context,
  lines: readonly string[],
): Promise<void> {
  for (const line of lines) terminal.say(`  ${line}`);
  await prompts.enter('Press Enter to write the changes, or Ctrl+C to cancel');
}

export function plannedWords(outcomes: readonly Outcome[], proposals: readonly Proposal[]): string[] {
  return outcomes.map((outcome) => {
    const status = proposals.find(({ component }) => component === outcome.component)?.status;
    return `${componentTitles[outcome.component]}: ${outcomeWords(outcome, status)}`;
  });
}

function outcomeWords({ action, reason }: Outcome, status: Status = 'NOT CONFIGURED'): string {
  if (action === 'remove') return 'remove';
  if (action === 'keep') return reason === undefined ? 'no change' : `skip (${reason})`;
  return {
    'NOT CONFIGURED': 'install',
    CONFIGURED: 'keep, up to date',
    'CONFIGURED / INVALID CONFIG': 'repair',
  }[status];
}
