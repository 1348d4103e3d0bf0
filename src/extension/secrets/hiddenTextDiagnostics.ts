import * as vscode from 'vscode';
import type { Clock } from '../../core/clock.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { findHiddenText, type HiddenKind, type HiddenText } from '../../core/hiddenText.ts';
import type { Report } from '../host/report.ts';
import { OpenTexts } from './openTexts.ts';

/** In UTF-16 code units. Longer texts are data. */
const longestScanned = 1_000_000;
/** The editor does not show more problems of a file. */
const mostShown = 1000;
const code = 'hidden-characters';

interface HiddenTextOptions {
  readonly clock: Clock;
  readonly isOn: () => boolean;
  readonly report: Report;
}

/** Shows hidden characters in the open texts as problems, and offers to remove them. */
export class HiddenTextDiagnostics implements Disposable {
  readonly #options: HiddenTextOptions;
  readonly #scope = new DisposableStore();
  readonly #problems = this.#scope.add(vscode.languages.createDiagnosticCollection('service-hidden-text'));
  readonly #texts: OpenTexts;

  constructor(options: HiddenTextOptions) {
    this.#options = options;
    this.#texts = this.#scope.add(
      new OpenTexts({
        clock: options.clock,
        look: (document) => {
          this.#look(document);
          return Promise.resolve();
        },
        forget: ({ uri }) => {
          this.#problems.delete(uri);
        },
        failed: (error) => {
          options.report(error, 'looking for hidden characters');
        },
      }),
    );
  }

  start(): void {
    this.#scope.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('service.hiddenText')) this.#texts.lookAtAll();
      }),
    );
    this.#scope.add(
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
    this.#texts.start();
  }

  #look(document: vscode.TextDocument): void {
    const text = document.getText();
    const found = this.#options.isOn() && text.length <= longestScanned ? findHiddenText(text) : [];
    this.#problems.set(
      document.uri,
      found.slice(0, mostShown).map((hidden) => problemOf(document, hidden)),
    );
  }

  dispose(): void {
    this.#scope.dispose();
  }
}

const kinds: Readonly<Record<HiddenKind, () => string>> = {
  tags: () => vscode.l10n.t('Invisible tag characters. An AI agent reads them as text.'),
  direction: () => vscode.l10n.t('Characters that show this text in another order than programs read it.'),
  zeroWidth: () => vscode.l10n.t('Characters without width, in a row that no script needs.'),
  variants: () => vscode.l10n.t('Variant selectors in a row, which can hide text from you.'),
};

function problemOf(document: vscode.TextDocument, { kind, start, end }: HiddenText): vscode.Diagnostic {
  const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
  const problem = new vscode.Diagnostic(range, kinds[kind](), vscode.DiagnosticSeverity.Warning);
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
  for (const { start, end } of findHiddenText(document.getText()))
    all.edit.delete(document.uri, new vscode.Range(document.positionAt(start), document.positionAt(end)));
  return [one, all];
}
