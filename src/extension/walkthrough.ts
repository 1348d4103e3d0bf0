import { commands } from 'vscode';
import { messageOf } from '../core/failures.ts';
import type { Log } from '../core/log.ts';
import { walkthroughId } from './commandTable.ts';
import { progressMade, type ProgressSources } from './progressMade.ts';

/**
 * Opens the walkthrough, with ticks at what is done. The editor itself ticks only what happens after it first showed a
 * walkthrough: conditions that were true by then never count. Its command for ticking is not documented; where it is
 * missing, the circles stay empty.
 */
export async function openWalkthrough({
  log,
  ...sources
}: ProgressSources & { readonly log: Log }): Promise<void> {
  await commands.executeCommand('workbench.action.openWalkthrough', walkthroughId, false);
  const { hasConnection, hasBinding } = progressMade(sources);
  const done = [...(hasConnection ? ['connect'] : []), ...(hasBinding ? ['bind'] : [])];
  try {
    for (const step of done)
      await commands.executeCommand('welcome.markStepComplete', `${walkthroughId}#${step}`);
  } catch (error) {
    log.debug(`ticking steps of the walkthrough: ${messageOf(error)}`);
  }
}
