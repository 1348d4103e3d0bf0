import * as vscode from 'vscode';
import { showProject } from '../../core/api/components.ts';
import { baseUrlOf, sameTarget, type Connection, type Target } from '../../core/connections/connection.ts';
import { Failure } from '../../core/failures.ts';
import { isTrusted, type BindingServices } from '../bindings/folderBindings.ts';
import { pickFolder } from '../bindings/pickFolder.ts';
import { isConfirmed, showError, showInformation } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import { parseLink } from './link.ts';

/** Does what a link requests, after the user has seen its target and agreed. */
export async function followLink({ path, query }: vscode.Uri, services: BindingServices): Promise<void> {
  const link = parseLink(path, query);
  switch (link.asks) {
    case 'connect':
      await connect(link.target, services);
      return;
    case 'bind':
      await bind(link.target, link.projectKey, services);
      return;
    case 'refused':
      void showError(
        link.because === 'token'
          ? vscode.l10n.t(
              'The link contains a token and was not opened. Revoke that token, because links are stored in many places.',
            )
          : vscode.l10n.t('The link is not valid.'),
      );
  }
}

async function connect(target: Target, services: BindingServices): Promise<Connection | undefined> {
  const existing = find(target, services);
  if (existing) {
    void showInformation(
      vscode.l10n.t('A connection to {0} already exists.', platformName(target, services)),
    );
    return existing;
  }
  const question = vscode.l10n.t(
    'A link asks to connect to {0}. Do you trust this address?',
    platformName(target, services),
  );
  const address = baseUrlOf(target, services.cloud());
  if (!(await isConfirmed(question, vscode.l10n.t('Add Connection'), address))) return undefined;
  await vscode.commands.executeCommand('service.addConnection', target);
  return find(target, services);
}

async function bind(target: Target, projectKey: string, services: BindingServices): Promise<void> {
  const { bindings, apiFor } = services;
  if (!(await isTrusted())) return;
  const connection = find(target, services) ?? (await connect(target, services));
  if (!connection) return;
  const question = vscode.l10n.t(
    'A link asks to bind a folder to project “{0}” on “{1}”.',
    projectKey,
    connection.connectionId,
  );
  const address = baseUrlOf(target, services.cloud());
  if (!(await isConfirmed(question, vscode.l10n.t('Bind'), address))) return;
  const folders = bindings.list().map((binding) => binding.folder);
  const folder = await pickFolder([], folders, vscode.l10n.t('Select a folder to bind'));
  if (!folder) return;
  const { key } = await withProgress(
    vscode.l10n.t('Looking for project {0}…', projectKey),
    async (signal) => {
      const api = await apiFor(connection);
      if (!api) throw new Failure('unauthorized', 'a link asks to bind, and there is no token');
      return showProject(api.with({ signal }), projectKey);
    },
  );
  await bindings.bind(folder, key, connection);
}

function find(target: Target, { connections }: BindingServices): Connection | undefined {
  return connections().find((connection) => sameTarget(connection, target));
}

function platformName(target: Target, { cloud }: BindingServices): string {
  return target.kind === 'server'
    ? new URL(target.serverUrl).host
    : `${target.organizationKey} (${new URL(baseUrlOf(target, cloud())).host})`;
}
