import * as vscode from 'vscode';
import type { Connection } from '../../core/connections/connection.ts';
import { isWithin, type Span } from './bindingInText.ts';
import type { KnownProjects } from './knownProjects.ts';
import { meantConnection } from './problems.ts';
import { bindingOf, rangeOf } from './settingsFiles.ts';

interface CompletionOptions {
  readonly connections: () => readonly Connection[];
  readonly projects: KnownProjects;
}

/** Names of connections, and projects that the platform is asked for while the key is typed. */
export function bindingCompletion({
  connections,
  projects,
}: CompletionOptions): vscode.CompletionItemProvider {
  return {
    provideCompletionItems: async (document, position, token) => {
      const binding = bindingOf(document);
      const at = document.offsetAt(position);
      const { connectionId, projectKey } = binding?.parts ?? {};
      if (connectionId && isWithin(at, connectionId))
        return connections().map((connection) =>
          itemOf(document, connectionId, connection.connectionId, placeOf(connection)),
        );
      const connection = binding && meantConnection(binding, connections());
      // A workspace that nobody trusts makes no requests.
      if (!projectKey || !isWithin(at, projectKey) || !connection || !vscode.workspace.isTrusted) return [];
      const typed = document.getText(rangeOf(document, projectKey)).slice(1, at - projectKey.offset);
      const found = await projects.search(connection, typed, signalOf(token));
      const items = found.map(({ key, name }) => itemOf(document, projectKey, key, name));
      // There may be more than one answer holds: the next character asks again.
      return new vscode.CompletionList(items, true);
    },
  };
}

/** Replaces the whole value: the editor has already put the closing quote where somebody typed the first one. */
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

function placeOf(connection: Connection): string {
  return connection.kind === 'server' ? connection.serverUrl : connection.organizationKey;
}

function signalOf(token: vscode.CancellationToken): AbortSignal {
  const controller = new AbortController();
  token.onCancellationRequested(() => {
    controller.abort();
  });
  return controller.signal;
}
