import type { Context } from '../program.ts';
import { type Component, componentTitles, type Scope } from './components.ts';
import type { Decision } from './plan.ts';
import type { Proposal } from './proposals.ts';

export interface Outcome extends Decision {
  /** Undefined where the decision speaks for itself. */
  readonly verdict?: 'skipped' | 'declined' | 'kept';
  readonly reason?: string;
}

export async function askScope({ prompts }: Context): Promise<Scope> {
  return prompts.select('Install for this project or for all of yours?', [
    { value: 'project', name: 'This project (also what cloud agents read)' },
    { value: 'global', name: 'All projects of mine on this machine' },
  ]);
}

/** One question per component that can be installed; those that can't are named with their reason. */
export async function askDecisions(context: Context, proposals: readonly Proposal[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const proposal of proposals) outcomes.push(await askDecision(context, proposal));
  return outcomes;
}

/** Without questions everything is installed that has no reason to be skipped. */
export function decideAll(proposals: readonly Proposal[]): Outcome[] {
  return proposals.map(
    (proposal) => skipped(proposal) ?? { component: proposal.component, action: 'install' },
  );
}

async function askDecision({ prompts }: Context, proposal: Proposal): Promise<Outcome> {
  const skip = skipped(proposal);
  if (skip) return skip;
  const { component, status } = proposal;
  const title = componentTitles[component];
  if (status === 'NOT CONFIGURED')
    return (await prompts.confirm(`Install ${title}?`, true))
      ? { component, action: 'install' }
      : { component, action: 'keep', verdict: 'declined' };
  if (await prompts.confirm(`${title} is installed (${status}). Keep?`, true))
    return { component, action: 'install' };
  return (await prompts.confirm(`Remove the hooks, rules and records of ${title}?`, false))
    ? { component, action: 'remove' }
    : { component, action: 'keep', verdict: 'kept' };
}

function skipped({ component, skip }: Proposal): Outcome | undefined {
  return skip === undefined ? undefined : { component, action: 'keep', verdict: 'skipped', reason: skip };
}

/** What is about to happen, and Enter. */
export async function confirmSummary(
  { terminal, prompts }: Context,
  outcomes: readonly Outcome[],
): Promise<void> {
  const words: Record<Decision['action'], string> = {
    install: 'install',
    remove: 'remove',
    keep: 'leave as it is',
  };
  const line = ({ component, action, reason }: { component: Component } & Outcome): string =>
    `  ${componentTitles[component]}: ${reason === undefined ? words[action] : `skip (${reason})`}`;
  for (const outcome of outcomes) terminal.say(line(outcome));
  await prompts.enter('Press Enter to write, Ctrl-C to leave everything as it is');
}
