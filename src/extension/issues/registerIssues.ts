import * as vscode from 'vscode';
import { DisposableStore } from '../../core/disposables.ts';
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
    list,
    commands: lazyCommands(issueCommandIds, async () => (await load()).commands),
    start: () => {
      const waiting = services.own(new DisposableStore());
      const loadIfWanted = () => {
        if (waiting.isDisposed || !isWanted(services)) return;
        waiting.dispose();
        load().catch(services.reporting('loading the issues'));
      };
      waiting.add(vscode.window.onDidChangeVisibleTextEditors(loadIfWanted));
      waiting.add(onDidChangeSetting('service.issues', loadIfWanted));
      waiting.add(services.bindings.onDidChange(loadIfWanted));
      loadIfWanted();
    },
  };
}

function isWanted({ bindings, settings }: GateServices): boolean {
  return (
    settings.read('service.issues.scope') !== 'off' &&
    bindings.list().some(({ resolution }) => resolution.state === 'bound') &&
    vscode.window.visibleTextEditors.some(
      ({ document }) => vscode.workspace.getWorkspaceFolder(document.uri) !== undefined,
    )
  );
}
