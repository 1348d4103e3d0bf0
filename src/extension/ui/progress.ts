import * as vscode from 'vscode';
import { Failure } from '../../core/failures.ts';
import { viewId } from '../host/commandTable.ts';
import { plainText } from './plainText.ts';

const showAfterMs = 1000;
const offerCancelAfterMs = 3000;

/**
 * Runs work that may take long. Shows it in the view and the status bar after 1 s, and offers to cancel it after 3 s,
 * unless the work is not `cancellable`, because it must not be left half done.
 *
 * @throws {Failure} `cancelled` at once when the user cancels, even if the work ignores its signal.
 */
export async function withProgress<T>(
  title: string,
  run: (signal: AbortSignal) => Promise<T>,
  { cancellable = true } = {},
): Promise<T> {
  const { withProgress: show } = vscode.window;
  const shownTitle = plainText(title);
  const controller = new AbortController();
  const cancelled = new Promise<never>((_resolve, reject) =>
    controller.signal.addEventListener('abort', () =>
      reject(new Failure('cancelled', `${title}: cancelled`)),
    ),
  );
  const work = Promise.race([run(controller.signal), cancelled]);
  // The caller gets the failure itself from `work`.
  const settled = work.catch(() => undefined);
  const bar = setTimeout(() => {
    void show({ location: { viewId } }, () => settled);
    void show({ location: vscode.ProgressLocation.Window, title: shownTitle }, () => settled);
  }, showAfterMs);
  const notification = setTimeout(() => {
    const location = vscode.ProgressLocation.Notification;
    void show({ location, title: shownTitle, cancellable }, (_progress, token) => {
      token.onCancellationRequested(() => controller.abort());
      return settled;
    });
  }, offerCancelAfterMs);
  try {
    return await work;
  } finally {
    clearTimeout(bar);
    clearTimeout(notification);
  }
}
