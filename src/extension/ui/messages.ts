import { commands, window, type Command } from 'vscode';
import { plainText } from './plainText.ts';

type Show = typeof window.showInformationMessage;

/** The messages of the editor. The text and the buttons are shown as they are given: no part of them becomes a link. */
export const showInformation = plain(window.showInformationMessage);
export const showWarning = plain(window.showWarningMessage);
export const showError = plain(window.showErrorMessage);

/** Asks before work that cannot be undone, or that reaches others. True if the user chooses `yes`. */
export async function isConfirmed(question: string, yes: string, detail?: string): Promise<boolean> {
  const options = { modal: true, ...(detail !== undefined && { detail }) };
  return (await showWarning(question, options, yes)) === yes;
}

/** Shows a message with one button, which runs a command. Resolves when the command has ended. */
export async function offerCommand(show: Show, text: string, button: Command): Promise<void> {
  const { title, command, arguments: values = [] } = button;
  if ((await show(text, title)) === title)
    await commands.executeCommand(command, ...(values as readonly unknown[]));
}

function plain(show: Show): Show {
  return (text: string, ...rest: unknown[]) =>
    Reflect.apply(show, window, [plainText(text), ...rest]) as Thenable<undefined>;
}
