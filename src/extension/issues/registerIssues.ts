import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { lazyCommands } from '../host/commands.ts';
import { issueCommandIds } from '../host/commandTable.ts';
import { lazy } from '../host/lazy.ts';
import { onDidChangeSetting } from '../host/settings.ts';
import type { GateServices } from '../gates/gateServices.ts';
import type { Issues } from './createIssues.ts';
import { GateView } from './list/gateView.ts';

/**
 * Returns the commands about issues. The code is loaded with the first command, or when a file of a bound folder is
 * opened.
 */
export function registerIssues(services: GateServices) {
  const load: () => Promise<Issues> = lazy(async () => {
    const { createIssues } = await import('./createIssues.ts');
    return services.own(createIssues(services, (row) => view.reveal(row)));
  });
  const list = async () => (await load()).list;
  const view = services.own(new GateView(services, list));
  return {
    /** The rows of failed gates. */
    list,
    commands: lazyCommands(issueCommandIds, async () => (await load()).commands),
    start: () => services.own(issuesOnDemand(services, load)),
  };
}

/** Loads the feature when the text of a bound folder is visible for the first time while the setting is on. */
function issuesOnDemand(
  { bindings, settings, reporting }: GateServices,
  load: () => Promise<unknown>,
): Disposable {
  const scope = new DisposableStore();
  const isWanted = () =>
    settings.read('service.issues.scope') !== 'off' &&
    bindings.list().some(({ resolution }) => resolution.state === 'bound') &&
    vscode.window.visibleTextEditors.some(
      ({ document }) => vscode.workspace.getWorkspaceFolder(document.uri) !== undefined,
    );
  const loadIfWanted = () => {
    if (scope.isDisposed || !isWanted()) return;
    scope.dispose();
    load().catch(reporting('loading the issues'));
  };
  scope.add(vscode.window.onDidChangeVisibleTextEditors(loadIfWanted));
  scope.add(onDidChangeSetting('service.issues', loadIfWanted));
  scope.add(bindings.onDidChange(loadIfWanted));
  loadIfWanted();
  return scope;
}
