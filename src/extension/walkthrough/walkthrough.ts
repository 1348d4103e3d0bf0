import { commands } from 'vscode';
import { messageOf } from '../../core/failures.ts';
import type { Log } from '../../core/log.ts';
import { walkthroughId } from '../host/commandTable.ts';
import { progressMade, type ProgressSources } from './progressMade.ts';

/**
 * Opens the walkthrough and ticks the completed steps. The editor itself only ticks events after it first showed a
 * walkthrough: a condition that was true by then never counts. The editor's command for ticking is not documented; in
 * an editor without it the circles stay empty.
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
      // The command also fails for a step that the editor has not read yet. The editor ticks such a step all the same.
      log.debug(`ticking the step ${step} of the walkthrough: ${messageOf(error)}`);
    }
}
