import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { WindowPort } from '../core/gate/monitor.ts';

/** This window, as the gate monitor sees it. */
export function windowPort(): WindowPort {
  return {
    id: randomUUID(),
    isFocused: () => vscode.window.state.focused,
    onDidChangeFocus: (listener) =>
      vscode.window.onDidChangeWindowState(() => {
        listener();
      }),
  };
}
