import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { WindowPort } from '../../core/gate/monitorPorts.ts';

/** Returns this window as the gate monitor sees it. */
export function windowPort(): WindowPort {
  return {
    id: randomUUID(),
    isFocused: () => vscode.window.state.focused,
    onDidChangeFocus: (listener) => {
      let hadFocus = vscode.window.state.focused;
      return vscode.window.onDidChangeWindowState(({ focused, active }) => {
        const hasChanged = focused !== hadFocus;
        hadFocus = focused;
        // The event also fires when `active` changes. A minute without input says nothing about the focus, but new
        // input confirms it.
        if (hasChanged || (focused && active)) listener();
      });
    },
  };
}
