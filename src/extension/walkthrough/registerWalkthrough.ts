import * as vscode from 'vscode';
import type { Disposable } from '../../core/disposables.ts';
import { lazyCommands } from '../host/commands.ts';
import { contextKeys } from '../host/commandTable.ts';
import { lazy } from '../host/lazy.ts';
import type { GateServices } from '../gates/gateServices.ts';
import { lastVersionKey, progressMade, tick } from './walkthroughState.ts';

/** Returns the commands of the walkthrough and the news. `start` sets context keys, and offers news after an update. */
export function registerWalkthrough(services: GateServices) {
  const pages = lazy(async () => (await import('./walkthroughPages.ts')).walkthroughPages(services));
  return {
    commands: lazyCommands(
      ['service.openWalkthrough', 'service.showWhatsNew'],
      async () => (await pages()).commands,
    ),
    start: () => {
      services.own(keepContextKeys(services));
      if (services.memory.global.get(lastVersionKey) !== services.version)
        pages()
          .then(({ offerNews }) => offerNews())
          .catch(services.reporting('offering the news'));
    },
  };
}

/** Sets the context keys that have changed, and ticks completed steps for a walkthrough that is opened later. */
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
