import { window } from 'vscode';
import { withoutLinks } from './withoutLinks.ts';

type Show = typeof window.showInformationMessage;

/** Messages of the editor are shown by these alone, so that nothing that a name holds becomes a link. */
export const showInformation = linkless(window.showInformationMessage);
export const showWarning = linkless(window.showWarningMessage);
export const showError = linkless(window.showErrorMessage);

function linkless(show: Show): Show {
  return (text: string, ...rest: unknown[]) =>
    Reflect.apply(show, window, [withoutLinks(text), ...rest]) as Thenable<undefined>;
}
