import type * as vscode from 'vscode';

/** Returns a signal that aborts when the editor requests a cancellation. */
export function signalOf(token: vscode.CancellationToken): AbortSignal {
  const controller = new AbortController();
  token.onCancellationRequested(() => {
    controller.abort();
  });
  return controller.signal;
}
