import * as vscode from 'vscode';
import type { Connection } from '../../core/connections/connection.ts';
import { editJson, openJsonDocument } from '../../node/json/jsonDocument.ts';
import type { ProblemInText } from './bindingInText.ts';
import { problemsIn, rangeOf, type BindingSources } from './diagnostics.ts';

export function bindingQuickFixes(options: BindingSources): vscode.CodeActionProvider {
  return {
    provideCodeActions: (document, range) =>
      problemsIn(document, options)
        .filter(({ at }) => rangeOf(document, at).intersection(range) !== undefined)
        .flatMap((problem) => fixesOf(problem, document, options.connections())),
  };
}

function fixesOf(
  problem: ProblemInText,
  document: vscode.TextDocument,
  connections: readonly Connection[],
): readonly vscode.CodeAction[] {
  const { binding } = problem;
  const editOf = (title: string, below: readonly string[], value: unknown): vscode.CodeAction =>
    edit(title, document, [{ path: [...binding.path, ...below], value }]);
  const use = connections.map(({ connectionId }) =>
    editOf(vscode.l10n.t('Use connection “{0}”', connectionId), ['connectionId'], connectionId),
  );
  switch (problem.kind) {
    case 'userLevel':
      return [editOf(vscode.l10n.t('Remove the binding from user settings'), [], undefined)];
    case 'pathOutside':
      return [editOf(vscode.l10n.t('Remove the binding'), [], undefined)];
    case 'noObject':
    case 'missingKey':
    case 'projectNotFound':
      return [bindAgain(document, binding.subfolder)];
    case 'legacyServerId':
      return [
        edit(vscode.l10n.t('Rename serverId to connectionId'), document, [
          { path: [...binding.path, 'serverId'], value: undefined },
          { path: [...binding.path, 'connectionId'], value: problem.serverId },
        ]),
        editOf(vscode.l10n.t('Remove serverId'), ['serverId'], undefined),
      ];
    case 'unknownConnection':
      return [
        ...use,
        command(vscode.l10n.t('Add Connection'), { command: 'service.addConnection' }),
        ...(connections.length === 1
          ? [editOf(vscode.l10n.t('Remove connectionId'), ['connectionId'], undefined)]
          : []),
      ];
    case 'ambiguous':
      return use;
  }
}

function bindAgain({ uri }: vscode.TextDocument, subfolder: string | undefined): vscode.CodeAction {
  const open = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  const folder = open && subfolder !== undefined ? vscode.Uri.joinPath(open, subfolder) : open;
  return command(vscode.l10n.t('Select a project…'), {
    command: 'service.bindFolder',
    ...(folder && { arguments: [{ folderUri: folder.toString() }] }),
  });
}

function command(title: string, call: Omit<vscode.Command, 'title'>): vscode.CodeAction {
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.command = { title, ...call };
  return action;
}

/** A value to set at a path; undefined to remove it. */
interface Change {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Comments and all other text stay unchanged. */
function edit(title: string, document: vscode.TextDocument, changes: readonly Change[]): vscode.CodeAction {
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  const replaced = difference(document.getText(), changedText(document, changes));
  action.edit = new vscode.WorkspaceEdit();
  action.edit.replace(document.uri, rangeOf(document, replaced.at), replaced.by);
  return action;
}

/** Returns the changed text; the same text if it is half-typed, because that cannot be edited safely. */
function changedText(document: vscode.TextDocument, changes: readonly Change[]): string {
  const text = document.getText();
  try {
    let file = openJsonDocument(document.uri.path, new TextEncoder().encode(text));
    for (const { path, value } of changes) file = editJson(file, [...path], value);
    return file.text;
  } catch {
    // An unchanged text results in an empty edit, which does no harm.
    return text;
  }
}

/** Returns only the part that differs, so that the user's cursor and folds stay. */
function difference(before: string, after: string) {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let same = 0;
  const most = Math.min(before.length, after.length) - start;
  while (same < most && before.at(-1 - same) === after.at(-1 - same)) same++;
  return {
    at: { offset: start, length: before.length - same - start },
    by: after.slice(start, after.length - same),
  };
}
