import * as vscode from 'vscode';
import type { Disposable } from '../../core/disposables.ts';
import { levelOf, rangeOf, settingsFiles, showBindingProblems, type HelpServices } from './diagnostics.ts';
import { KnownProjects } from './knownProjects.ts';
import { bindingQuickFixes } from './quickFixes.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { GateServices } from '../gates/gateServices.ts';
import { knownGateText } from '../gates/gateTexts.ts';
import { projectPage } from '../../core/gate/platformPages.ts';
import { linkedHover } from '../ui/hover.ts';
import { findBindings, isWithin, resolveConnection, type Span } from './bindingInText.ts';
import { signalOf } from '../host/signalOf.ts';

export function settingsHelp(services: GateServices): Disposable {
  const all: HelpServices = { ...services, projects: new KnownProjects(services) };
  const { languages, CodeActionKind } = vscode;
  return vscode.Disposable.from(
    languages.registerCompletionItemProvider(settingsFiles, bindingCompletion(all), '"'),
    languages.registerHoverProvider(settingsFiles, bindingHover(all)),
    languages.registerCodeActionsProvider(settingsFiles, bindingQuickFixes(all), {
      providedCodeActionKinds: [CodeActionKind.QuickFix],
    }),
    showBindingProblems(all),
  );
}

function bindingHover({ connections, projects, gates, baseUrlOf }: HelpServices): vscode.HoverProvider {
  return {
    provideHover: async (document, position) => {
      const binding = bindingIn(document, document.offsetAt(position));
      const key = binding?.parts?.projectKey;
      if (!binding || !key?.text) return undefined;
      const connection = resolveConnection(binding, connections());
      if (!connection || levelOf(document) === 'user' || !vscode.workspace.isTrusted) return undefined;
      await projects.ask(connection, key.text);
      const name = projects.nameOf(connection, key.text);
      if (name === undefined) return undefined;
      const gate = knownGateText(gates.gateOf(connection.uuid, key.text)).label;
      const lines = [
        `${name} — ${vscode.l10n.t('Quality gate: {0}', gate)}`,
        `${key.text} · ${connection.connectionId}`,
      ];
      const page = vscode.Uri.parse(projectPage(baseUrlOf(connection), key.text), true);
      const links = [{ label: vscode.l10n.t('Open in browser'), address: page.toString() }];
      return linkedHover([{ lines, links }], rangeOf(document, binding.property));
    },
  };
}

function bindingCompletion({ connections, projects }: HelpServices): vscode.CompletionItemProvider {
  return {
    provideCompletionItems: async (document, position, token) => {
      const at = document.offsetAt(position);
      const binding = bindingIn(document, at);
      const { connectionId, projectKey } = binding?.parts ?? {};
      if (connectionId && isWithin(at, connectionId))
        return connections().map((connection) =>
          itemOf(document, connectionId, connection.connectionId, platformName(connection)),
        );
      const connection = binding && resolveConnection(binding, connections());
      // An untrusted workspace must not cause requests.
      if (!projectKey || !isWithin(at, projectKey) || !connection || !vscode.workspace.isTrusted) return [];
      const typed = document.getText(rangeOf(document, projectKey)).slice(1, at - projectKey.offset);
      const found = await projects.search(connection, typed, signalOf(token));
      const items = found.map(({ key, name }) => itemOf(document, projectKey, key, name));
      // The platform may have more projects than the answer: an incomplete list makes the next character search again.
      return new vscode.CompletionList(items, true);
    },
  };
}

function bindingIn(document: vscode.TextDocument, offset: number) {
  return findBindings(document.getText()).find(({ property }) => isWithin(offset, property));
}

/** Replaces the whole value, because the editor inserts the closing quote when the user types the first one. */
function itemOf(
  document: vscode.TextDocument,
  value: Span,
  text: string,
  description: string,
): vscode.CompletionItem {
  const quoted = JSON.stringify(text);
  const item = new vscode.CompletionItem({ label: text, description }, vscode.CompletionItemKind.Value);
  item.range = rangeOf(document, value);
  item.insertText = quoted;
  item.filterText = `${quoted.slice(0, -1)} ${description}"`;
  return item;
}

function platformName(connection: Connection): string {
  return connection.kind === 'server' ? connection.serverUrl : connection.organizationKey;
}
