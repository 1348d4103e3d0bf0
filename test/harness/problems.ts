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

/** The editor cancels a question when an extension that offers fixes starts meanwhile; it would ask again itself. */
export async function quickFixesAt(
  uri: vscode.Uri,
  range: vscode.Range,
  tries = 10,
): Promise<vscode.CodeAction[]> {
  try {
    return await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      range,
      vscode.CodeActionKind.QuickFix.value,
    );
  } catch (error) {
    if (tries === 1 || !(error instanceof Error) || error.name !== 'Canceled') throw error;
    return quickFixesAt(uri, range, tries - 1);
  }
}
