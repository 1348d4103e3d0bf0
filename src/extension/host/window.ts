import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
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

/** How long the page may take to answer, milliseconds. */
const answerMs = 2_000;

/**
 * Whether the page of this window still responds. After the page has crashed, the extension host lives on for hours and
 * its messages do not reach the user. Only a command that the page itself executes shows the difference.
 */
export async function isWindowAlive(): Promise<boolean> {
  const answered = vscode.commands.executeCommand('setContext', 'service.windowAlive', Date.now());
  return Promise.race([answered.then(() => true), setTimeout(answerMs, false, { ref: false })]);
}
