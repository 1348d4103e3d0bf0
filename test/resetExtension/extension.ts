import { readFile, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';

/**
 * Gives a window the state of a new one: closes its editors and notifications, and replaces the user settings that it set
 * before by those of the file that `SERVICE_TEST_SETTINGS` names. A running editor ignores changes of its settings file.
 * Empties the file at the end.
 */
export function activate({ subscriptions }: vscode.ExtensionContext): void {
  let set: readonly string[] = [];
  const reset = async (): Promise<void> => {
    const file = process.env.SERVICE_TEST_SETTINGS ?? '';
    const settings = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    const configuration = vscode.workspace.getConfiguration();
    for (const key of new Set([...set, ...Object.keys(settings)]))
      await configuration.update(key, settings[key], vscode.ConfigurationTarget.Global);
    set = Object.keys(settings);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('notifications.clearAll');
    await writeFile(file, '');
  };
  subscriptions.push(vscode.commands.registerCommand('reset.window', reset));
}
