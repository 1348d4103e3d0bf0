import * as vscode from 'vscode';
import { messageOf } from '../../core/failures.ts';
import type { GateServices } from '../gates/gateServices.ts';
import { walkthroughId } from '../host/commandTable.ts';

/** In the memory of the editor: the version that ran last in this profile. */
export const lastVersionKey = 'walkthrough.lastVersion';

/**
 * Ticks a step of the walkthrough. The editor itself only ticks events after it first showed a walkthrough: a condition
 * that was true by then ticks no step. The editor's command for ticking is not documented; in an editor without it the
 * circles stay empty.
 */
export async function tick(step: 'connect' | 'bind', { log }: Pick<GateServices, 'log'>): Promise<void> {
  try {
    await vscode.commands.executeCommand('welcome.markStepComplete', `${walkthroughId}#${step}`);
  } catch (error) {
    // The command also fails for a step that the editor has not read yet. The editor ticks such a step all the same.
    log.debug(`ticking the step ${step} of the walkthrough: ${messageOf(error)}`);
  }
}

export function progressMade({ connections, bindings }: GateServices) {
  return {
    hasConnection: connections().length > 0,
    hasBinding: bindings.list().some(({ resolution }) => resolution.state === 'bound'),
  };
}
