import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Connection } from '../../core/connections/connection.ts';
import { parse } from '../../core/parsing.ts';
import type { BindableFolder } from '../host/folders/bindableFolder.ts';
import { plainMarkdown } from '../ui/hover.ts';

const bindInput = z.object({
  projectKey: z.string().check(z.minLength(1), z.maxLength(400)),
  connection: z.optional(z.string()),
  folder: z.optional(z.string()),
});

interface BindChoices {
  readonly bindings: { list(): readonly { readonly folder: BindableFolder }[] };
  readonly connections: () => readonly Connection[];
}

/** Returns what a call of the model would bind, found without a request. */
export function bindingOf(input: unknown, { bindings, connections }: BindChoices) {
  const { projectKey, connection: name, folder: folderName } = parse(bindInput, input, 'input');
  if (!vscode.workspace.isTrusted) throw new Error('The user has not trusted this workspace yet.');
  const folders = bindings.list().map(({ folder }) => folder);
  const isMeant = (folder: BindableFolder) =>
    folderName === undefined || folder.name === folderName || folder.uri.fsPath === folderName;
  const folder = only(
    folders.filter(isMeant),
    'folder',
    folders.map(({ name }) => name),
  );
  const all = connections();
  const connection = only(
    all.filter(({ connectionId }) => name === undefined || connectionId === name),
    'connection',
    all.map(({ connectionId }) => connectionId),
  );
  return { projectKey, folder, connection };
}

function only<T>(found: readonly T[], what: string, all: readonly string[]): T {
  const [first, ...others] = found;
  if (first !== undefined && others.length === 0) return first;
  throw new Error(all.length === 0 ? `There is no ${what}.` : `Name one ${what} of: ${all.join(', ')}`);
}

/** Returns the question with which the editor asks the user before it runs the tool. */
export function askBeforeBinding(input: unknown, choices: BindChoices): vscode.PreparedToolInvocation {
  const { projectKey, folder, connection } = bindingOf(input, choices);
  const question = vscode.l10n.t(
    'Bind the folder {0} to the project {1} on {2}? This writes the settings of the folder.',
    folder.name,
    projectKey,
    connection.connectionId,
  );
  return {
    confirmationMessages: {
      title: vscode.l10n.t('Bind Folder to Project'),
      message: plainMarkdown(question),
    },
  };
}
