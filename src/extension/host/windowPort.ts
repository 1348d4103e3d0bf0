import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { WindowPort } from '../../core/gate/monitorPorts.ts';

/** This window, as the gate monitor sees it. */
export function windowPort(): WindowPort {
  return {
    id: randomUUID(),
    isFocused: () => vscode.window.state.focused,
    onDidChangeFocus: (listener) => {
      let hadFocus = vscode.window.state.focused;
      return vscode.window.onDidChangeWindowState(({ focused, active }) => {
        const hasChanged = focused !== hadFocus;
        hadFocus = focused;
        // That nobody has touched it for a minute says nothing about the focus; that somebody does again, does.
        if (hasChanged || (focused && active)) listener();
      });
    },
  };
}
