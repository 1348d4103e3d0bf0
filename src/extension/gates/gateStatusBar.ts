import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { Event } from '../../core/events.ts';
import type { FolderGate } from './folderGates.ts';
import { seenGateText } from './gateTexts.ts';

export interface GateStatusBarOptions {
  /** Of the folder that a person works in. */
  readonly current: () => FolderGate | undefined;
  readonly onDidChange: Event<void>;
}

/** The gate of the active editor's folder; hidden where there is nothing to say. */
export function showGateStatusBar({ current, onDidChange }: GateStatusBarOptions): Disposable {
  const scope = new DisposableStore();
  const item = scope.add(vscode.window.createStatusBarItem('gate', vscode.StatusBarAlignment.Left, 10));
  item.name = vscode.l10n.t('Quality Gate');
  item.command = 'service.showGate';
  const render = () => {
    const shown = current();
    if (!shown) {
      item.hide();
      return;
    }
    const { icon, label } = seenGateText(shown.gate);
    item.text = `$(${icon}) ${vscode.l10n.t('Gate: {0}', label)}`;
    item.tooltip = vscode.l10n.t('Quality gate of {0}: {1}', shown.projectName, label);
    item.accessibilityInformation = { label: item.tooltip };
    item.backgroundColor =
      shown.gate.status === 'ERROR' ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined;
    item.show();
  };
  scope.add(onDidChange(render));
  scope.add(vscode.window.onDidChangeActiveTextEditor(render));
  render();
  return scope;
}
