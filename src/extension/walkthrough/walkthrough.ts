import { commands } from 'vscode';
import { messageOf } from '../../core/failures.ts';
import type { Log } from '../../core/log.ts';
import { walkthroughId } from '../host/commandTable.ts';
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
  for (const step of done)
    try {
      await commands.executeCommand('welcome.markStepComplete', `${walkthroughId}#${step}`);
    } catch (error) {
      // Also said of a step that the editor has not read yet, which it ticks all the same.
      log.debug(`ticking the step ${step} of the walkthrough: ${messageOf(error)}`);
    }
}
