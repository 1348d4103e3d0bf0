import * as vscode from 'vscode';
import type { Disposable } from '../../core/disposables.ts';
import { findHiddenText, type HiddenKind, type HiddenText } from '../../core/hiddenText.ts';
import { mostShown, rangeOf, scanOpenTexts, type ScanOptions } from './openTexts.ts';

const code = 'hidden-characters';

export function showHiddenText(options: ScanOptions): Disposable {
  const texts = scanOpenTexts({
    ...options,
    task: 'looking for hidden characters',
    collection: 'service-hidden-text',
    section: 'service.hiddenText',
    problemsIn: (document) =>
      findHiddenText(document.getText())
        .slice(0, mostShown)
        .map((hidden) => problemOf(document, hidden)),
  });
  return vscode.Disposable.from(
    texts,
    vscode.languages.registerCodeActionsProvider(
      '*',
      {
        provideCodeActions: (document, _, { diagnostics }) => fixesFor(document, diagnostics),
      },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
  );
}

const kinds: Readonly<Record<HiddenKind, () => string>> = {
  tags: () => vscode.l10n.t('Invisible tag characters. An AI agent reads them as text.'),
  direction: () => vscode.l10n.t('Characters that show this text in another order than programs read it.'),
  zeroWidth: () => vscode.l10n.t('A sequence of zero-width characters that no writing system needs.'),
  variants: () => vscode.l10n.t('A sequence of variation selectors, which can hide text from you.'),
};

function problemOf(document: vscode.TextDocument, hidden: HiddenText): vscode.Diagnostic {
  const range = rangeOf(document, hidden);
  const problem = new vscode.Diagnostic(range, kinds[hidden.kind](), vscode.DiagnosticSeverity.Warning);
  problem.code = code;
  return problem;
}

function fixesFor(
  document: vscode.TextDocument,
  diagnostics: readonly vscode.Diagnostic[],
): vscode.CodeAction[] {
  const problems = diagnostics.filter((problem) => problem.code === code && problem.source === 'Service');
  if (problems.length === 0) return [];
  const fixOf = (title: string, ranges: readonly vscode.Range[]) => {
    const fix = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
    fix.diagnostics = problems;
    fix.edit = new vscode.WorkspaceEdit();
    for (const range of ranges) fix.edit.delete(document.uri, range);
    return fix;
  };
  const these = problems.map(({ range }) => range);
  const all = findHiddenText(document.getText()).map((hidden) => rangeOf(document, hidden));
  return [
    fixOf(vscode.l10n.t('Remove these hidden characters'), these),
    fixOf(vscode.l10n.t('Remove all hidden characters in this file'), all),
  ];
}
