import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Disposable } from '../../core/disposables.ts';
import type { Finding } from '../../secrets/finding.ts';
import { withAllowedValue } from '../../secrets/policy/policy.ts';
import { allowHere, type Edit, moveToEnvironment } from '../../secrets/repairs.ts';
import { showInformation } from '../ui/messages.ts';
import type { Report } from '../host/commands.ts';
import { readInside, writeInside } from '../host/folders/workspaceFile.ts';
import { identityOf, type Policies } from './policies.ts';
import { rangeOf } from './openTexts.ts';
import type { SecretsAt } from './secretDiagnostics.ts';

/** These commands are not in package.json, because they need the arguments that a quick fix passes. */
const allowValueCommand = 'service.secrets.allowValue';
const sayVariableCommand = 'service.secrets.sayVariable';

export function offerQuickFixes(secretsAt: SecretsAt, policies: Policies, report: Report): Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerCodeActionsProvider(
      // `showSecrets` decides which texts are scanned; other texts have no secrets to fix.
      '*',
      {
        provideCodeActions: (document, range, { diagnostics }) =>
          secretsAt(document, range).flatMap((secret) => fixesFor(document, secret, diagnostics)),
      },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
    vscode.commands.registerCommand(allowValueCommand, async (...values: unknown[]) => {
      try {
        const [uri, start, end] = z.parse(z.tuple([z.string(), z.number(), z.number()]), values);
        const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
        const range = rangeOf(document, { start, end });
        // Undefined when the text has changed since: the secrets that it contains now have other fixes.
        const secret = secretsAt(document, range).find((one) => one.start === start && one.end === end);
        if (secret) await allowValue(policies, document.uri, document.getText(range));
      } catch (error) {
        report(error, 'allowing a value');
      }
    }),
    vscode.commands.registerCommand(sayVariableCommand, (variable: unknown) => {
      const name = z.parse(z.string(), variable);
      void showInformation(
        vscode.l10n.t(
          'Set {0} in the environment in which the program runs. The old value remains in the history of the file, so revoke it.',
          name,
        ),
      );
    }),
  );
}

function fixesFor(
  document: vscode.TextDocument,
  finding: Finding,
  problems: readonly vscode.Diagnostic[],
): vscode.CodeAction[] {
  const text = document.getText();
  const range = rangeOf(document, finding);
  const fixed = problems.filter((problem) => problem.source === 'Service' && problem.range.isEqual(range));
  const fixes: vscode.CodeAction[] = [];
  const add = (title: string, edits: readonly Edit[], command?: vscode.Command) => {
    const fix = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
    fix.diagnostics = fixed;
    if (edits.length > 0) fix.edit = editOf(document, edits);
    if (command) fix.command = command;
    fixes.push(fix);
  };
  const repair = moveToEnvironment(text, document.languageId, finding);
  if (repair) {
    const title = vscode.l10n.t('Move to environment variable {0}', repair.variable);
    add(title, repair.edits, { title, command: sayVariableCommand, arguments: [repair.variable] });
  }
  const comment = allowHere(text, document.languageId, finding);
  if (comment) add(vscode.l10n.t('Allow here'), [comment]);
  if (vscode.workspace.getWorkspaceFolder(document.uri)) {
    const title = vscode.l10n.t('Allow value in this project');
    const { start, end } = finding;
    add(title, [], { title, command: allowValueCommand, arguments: [document.uri.toString(), start, end] });
  }
  return fixes;
}

function editOf(document: vscode.TextDocument, edits: readonly Edit[]): vscode.WorkspaceEdit {
  const all = new vscode.WorkspaceEdit();
  for (const edit of edits) all.replace(document.uri, rangeOf(document, edit), edit.text);
  return all;
}

/**
 * Adds a value to the project's policy. The watcher of the policies notices the change.
 *
 * @throws {Failure} `link` if the policy file is a link or below one.
 */
async function allowValue(policies: Policies, uri: vscode.Uri, secret: string): Promise<void> {
  const root = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  const policy = await policies.of(uri);
  if (!root || !policy) return;
  const { file } = policy;
  const folder = vscode.Uri.joinPath(file, '../..');
  const name = vscode.workspace.asRelativePath(file);
  const current = await readInside(root, file);
  // Checked with the bytes that are extended, not with `policies`: the file may have changed since it was read, and a
  // file below a link has no pending policy.
  const isAgreed = current === undefined || policies.isAgreed(identityOf(folder, current));
  const next = await withAllowedValue(current && new TextDecoder().decode(current), name, secret);
  const bytes = new TextEncoder().encode(next);
  await writeInside(root, file, bytes);
  // The user has just chosen the added value. The rest of the policy either applied before, or the user has to agree to
  // it separately.
  if (isAgreed) await policies.agree(identityOf(folder, bytes));
}
