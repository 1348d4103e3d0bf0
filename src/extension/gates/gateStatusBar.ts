import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { Event } from '../../core/events.ts';
import { createStatusBarItem } from '../ui/statusBar.ts';
import type { FolderGate } from './folderGates.ts';
import { gateNameText, knownGateText, stalenessText } from './gateTexts.ts';
import { worstOf } from './knownGate.ts';

interface GateStatusBarOptions {
  /** The gate of the folder that the user works in; without one the gates of all folders. */
  readonly shown: () => readonly FolderGate[];
  readonly onDidChange: Event<void>;
}

/** Shows the gate of the active editor's folder, else the worst gate of all folders. Hidden in a window without gates. */
export function showGateStatusBar({ shown, onDidChange }: GateStatusBarOptions): Disposable {
  const scope = new DisposableStore();
  const item = scope.add(createStatusBarItem('gate', vscode.StatusBarAlignment.Left, 10));
  item.name = vscode.l10n.t('Quality Gate');
  item.command = 'service.showGate';
  const render = () => {
    const gates = shown();
    const worst = worstOf(gates);
    if (!worst) {
      item.hide();
      return;
    }
    const { icon, label } = knownGateText(worst.gate);
    const isDoubtful = worst.gate.stale !== undefined && !worst.gate.hidden;
    item.setText(icon, isDoubtful ? vscode.l10n.t('Gate: {0}?', label) : vscode.l10n.t('Gate: {0}', label));
    item.tooltip = [...new Set([worst, ...gates].map(lineOf))].join('\n');
    item.accessibilityInformation = { label: item.tooltip };
    item.backgroundColor =
      worst.gate.status === 'ERROR' && !isDoubtful
        ? new vscode.ThemeColor('statusBarItem.errorBackground')
        : undefined;
    item.show();
  };
  scope.add(onDidChange(render));
  scope.add(vscode.window.onDidChangeActiveTextEditor(render));
  render();
  return scope;
}

function lineOf({ projectName, gate }: FolderGate): string {
  const name = gateNameText(projectName, gate.branch);
  const text = vscode.l10n.t('Quality gate of {0}: {1}', name, knownGateText(gate).label);
  return gate.stale && !gate.hidden ? `${text}. ${stalenessText(gate.stale)}` : text;
}
