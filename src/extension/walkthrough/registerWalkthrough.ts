import * as vscode from 'vscode';
import type { Disposable } from '../../core/disposables.ts';
import { messageOf } from '../../core/failures.ts';
import { contextKeys, walkthroughId } from '../host/commandTable.ts';
import type { GateServices } from '../gates/gateServices.ts';

/** Returns the command that opens the walkthrough. `start` keeps the context keys that tick its steps. */
export function registerWalkthrough(services: GateServices) {
  return {
    commands: { 'service.openWalkthrough': () => openWalkthrough(services) },
    start: () => {
      services.own(keepContextKeys(services));
    },
  };
}

/** Opens the walkthrough and ticks the completed steps. */
async function openWalkthrough(services: GateServices): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthroughId, false);
  const { hasConnection, hasBinding } = progressMade(services);
  if (hasConnection) await tick('connect', services);
  if (hasBinding) await tick('bind', services);
}

/**
 * Ticks a step of the walkthrough. The editor itself only ticks events after it first showed a walkthrough: a condition
 * that was true by then ticks no step. The editor's command for ticking is not documented; in an editor without it the
 * circles stay empty.
 */
async function tick(step: 'connect' | 'bind', { log }: Pick<GateServices, 'log'>): Promise<void> {
  try {
    await vscode.commands.executeCommand('welcome.markStepComplete', `${walkthroughId}#${step}`);
  } catch (error) {
    // The command also fails for a step that the editor has not read yet. The editor ticks such a step all the same.
    log.debug(`ticking the step ${step} of the walkthrough: ${messageOf(error)}`);
  }
}

interface ProgressMade {
  readonly hasConnection: boolean;
  readonly hasBinding: boolean;
}

function progressMade({ connections, bindings }: GateServices): ProgressMade {
  return {
    hasConnection: connections().length > 0,
    hasBinding: bindings.list().some(({ resolution }) => resolution.state === 'bound'),
  };
}

/**
 * Updates the context keys that conditions of package.json and steps of the walkthrough read. The editor gets only
 * changed values. A step that the user completes now is ticked too, for a walkthrough that is opened later.
 */
function keepContextKeys(services: GateServices): Disposable {
  const known = new Map<string, boolean>();
  const set = (key: string, value: boolean, step: 'connect' | 'bind') => {
    const before = known.get(key);
    if (before === value) return;
    known.set(key, value);
    if (before === false) void tick(step, services);
    vscode.commands
      .executeCommand('setContext', key, value)
      .then(undefined, services.reporting('setting a context key'));
  };
  const update = () => {
    const { hasConnection, hasBinding } = progressMade(services);
    set(contextKeys.hasConnection, hasConnection, 'connect');
    set(contextKeys.hasBinding, hasBinding, 'bind');
  };
  update();
  return services.onDidChange(update);
}
