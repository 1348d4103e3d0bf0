import * as vscode from 'vscode';

/** Returns the problems of this extension in a text. */
export function ownProblems(uri: vscode.Uri): readonly vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Service');
}

/** Resolves with the problems when there are as many as expected. */
export function waitForProblems(
  problems: () => readonly vscode.Diagnostic[],
  count: number,
): Promise<readonly vscode.Diagnostic[]> {
  const found = problems();
  if (found.length === count) return Promise.resolve(found);
  return new Promise((resolve) => {
    const subscription = vscode.languages.onDidChangeDiagnostics(() => {
      const changed = problems();
      if (changed.length !== count) return;
      subscription.dispose();
      resolve(changed);
    });
  });
}
