import { window } from 'vscode';
import { plainText } from './plainText.ts';

type Show = typeof window.showInformationMessage;

/** The messages of the editor. The text and the buttons are shown as they are given: no part of them becomes a link. */
export const showInformation = plain(window.showInformationMessage);
export const showWarning = plain(window.showWarningMessage);
export const showError = plain(window.showErrorMessage);

function plain(show: Show): Show {
  return (text: string, ...rest: unknown[]) =>
    Reflect.apply(show, window, [plainText(text), ...rest]) as Thenable<undefined>;
}
