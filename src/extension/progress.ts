import * as vscode from 'vscode';
import { viewId } from './commandTable.ts';

const showAfterMs = 1000;
const offerCancelAfterMs = 3000;

/** Runs something that may take long: a bar in the view after 1 s, a way to cancel after 3 s. */
export async function withProgress<T>(title: string, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const work = run(controller.signal);
  const settled = work.then(
    () => undefined,
    // The caller gets the failure itself from `work`.
    () => undefined,
  );
  const bar = setTimeout(() => {
    void vscode.window.withProgress({ location: { viewId } }, () => settled);
  }, showAfterMs);
  const cancel = setTimeout(() => {
    const location = vscode.ProgressLocation.Notification;
    void vscode.window.withProgress({ location, title, cancellable: true }, (_progress, token) => {
      token.onCancellationRequested(() => {
        controller.abort();
      });
      return settled;
    });
  }, offerCancelAfterMs);
  try {
    return await work;
  } finally {
    clearTimeout(bar);
    clearTimeout(cancel);
  }
}
