import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { WindowPort } from '../../core/gate/windows/windowRegistry.ts';

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

/**
 * Resolves when the page of this window answers. After the page has crashed, the promise never settles, so callers need
 * a deadline: the user sees no messages, possibly for hours.
 */
export async function whenPageAnswers(): Promise<void> {
  // Only a command that the page itself executes shows the difference: the extension host lives on.
  await vscode.commands.executeCommand('setContext', 'service.windowAlive', Date.now());
}
