import * as vscode from 'vscode';
import type { Connection } from '../../core/connections/connection.ts';
import { signalOf } from '../host/signalOf.ts';
import { isWithin, type Span } from './bindingInText.ts';
import type { KnownProjects } from './knownProjects.ts';
import { resolveConnection } from './problems.ts';
import { bindingOf, rangeOf } from './settingsFiles.ts';

interface CompletionOptions {
  readonly connections: () => readonly Connection[];
  readonly projects: KnownProjects;
}

/** Completes names of connections, and keys of projects, for which it searches the platform while the user types. */
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
