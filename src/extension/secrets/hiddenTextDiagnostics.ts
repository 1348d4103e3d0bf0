import * as vscode from 'vscode';
import type { Clock } from '../../core/clock.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { findHiddenText, type HiddenKind, type HiddenText } from '../../core/hiddenText.ts';
import type { Report } from '../host/commands.ts';
import { mostShown, OpenTexts, rangeOf } from './openTexts.ts';

const code = 'hidden-characters';

interface HiddenTextOptions {
  readonly clock: Clock;
  readonly isOn: () => boolean;
  readonly report: Report;
}

/** Shows hidden characters in the open texts as problems, and offers to remove them. */
export function showHiddenText(options: HiddenTextOptions): Disposable {
  const scope = new DisposableStore();
  const texts = scope.add(
    new OpenTexts({
      ...options,
      task: 'looking for hidden characters',
      collection: 'service-hidden-text',
      section: 'service.hiddenText',
      problemsIn: (document) =>
        findHiddenText(document.getText())
          .slice(0, mostShown)
          .map((hidden) => problemOf(document, hidden)),
    }),
  );
  scope.add(
    vscode.languages.registerCodeActionsProvider(
      '*',
      {
        provideCodeActions: (document, _, { diagnostics }) =>
          fixesFor(
            document,
            diagnostics.filter((problem) => problem.code === code && problem.source === 'Service'),
          ),
      },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
  );
  texts.start();
  return scope;
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
  problem.source = 'Service';
  problem.code = code;
  return problem;
}

function fixesFor(
  document: vscode.TextDocument,
  problems: readonly vscode.Diagnostic[],
): vscode.CodeAction[] {
  if (problems.length === 0) return [];
  const one = new vscode.CodeAction(
    vscode.l10n.t('Remove these hidden characters'),
    vscode.CodeActionKind.QuickFix,
  );
  one.diagnostics = [...problems];
  one.edit = new vscode.WorkspaceEdit();
  for (const { range } of problems) one.edit.delete(document.uri, range);
  const all = new vscode.CodeAction(
    vscode.l10n.t('Remove all hidden characters in this file'),
    vscode.CodeActionKind.QuickFix,
  );
  all.diagnostics = [...problems];
  all.edit = new vscode.WorkspaceEdit();
  for (const hidden of findHiddenText(document.getText()))
    all.edit.delete(document.uri, rangeOf(document, hidden));
  return [one, all];
}
