import * as vscode from 'vscode';
import { showProject } from '../../core/api/components.ts';
import type { PlatformAccess } from '../../core/connections/access.ts';
import {
  baseUrlOf,
  sameTarget,
  type CloudAddresses,
  type Connection,
  type Target,
} from '../../core/connections/connection.ts';
import { Failure } from '../../core/failures.ts';
import type { FolderBindings } from '../bindings/folderBindings.ts';
import { isTrusted } from '../bindings/isTrusted.ts';
import { pickFolder } from '../bindings/pickFolder.ts';
import { showError, showInformation, showWarning } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import { parseLink } from './link.ts';

interface LinkOptions {
  readonly connections: () => readonly Connection[];
  readonly access: Pick<PlatformAccess, 'apiFor'>;
  readonly bindings: FolderBindings;
  readonly cloud: () => CloudAddresses;
}

/** Does what a link requests, after the user has seen its target and agreed. */
export async function followLink({ path, query }: vscode.Uri, options: LinkOptions): Promise<void> {
  const link = parseLink(path, query);
  switch (link.asks) {
    case 'connect':
      await connect(link.target, options);
      return;
    case 'bind':
      await bind(link.target, link.projectKey, options);
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

async function connect(target: Target, options: LinkOptions): Promise<Connection | undefined> {
  const existing = find(target, options);
  if (existing) {
    void showInformation(vscode.l10n.t('A connection to {0} already exists.', platformName(target, options)));
    return existing;
  }
  const question = vscode.l10n.t(
    'A link asks to connect to {0}. Do you trust this address?',
    platformName(target, options),
  );
  if (!(await isConfirmed(question, vscode.l10n.t('Add Connection'), target, options))) return undefined;
  await vscode.commands.executeCommand('service.addConnection', argumentOf(target));
  return find(target, options);
}

async function bind(target: Target, projectKey: string, options: LinkOptions): Promise<void> {
  const { bindings, access } = options;
  if (!(await isTrusted())) return;
  const connection = find(target, options) ?? (await connect(target, options));
  if (!connection) return;
  const question = vscode.l10n.t(
    'A link asks to bind a folder to project “{0}” on “{1}”.',
    projectKey,
    connection.connectionId,
  );
  if (!(await isConfirmed(question, vscode.l10n.t('Bind'), target, options))) return;
  const folders = bindings.list().map((binding) => binding.folder);
  const folder = await pickFolder([], folders, vscode.l10n.t('Select a folder to bind'));
  if (!folder) return;
  const { key } = await withProgress(
    vscode.l10n.t('Looking for project {0}…', projectKey),
    async (signal) => {
      const api = await access.apiFor(connection);
      if (!api) throw new Failure('unauthorized', 'a link asks to bind, and there is no token');
      return showProject(api, projectKey, { signal });
    },
  );
  await bindings.bind(folder, key, connection);
}

async function isConfirmed(
  question: string,
  yes: string,
  target: Target,
  options: LinkOptions,
): Promise<boolean> {
  const detail = baseUrlOf(target, options.cloud());
  return (await showWarning(question, { modal: true, detail }, yes)) === yes;
}

function find(target: Target, { connections }: LinkOptions): Connection | undefined {
  return connections().find((connection) => sameTarget(connection, target));
}

function platformName(target: Target, { cloud }: LinkOptions): string {
  return target.kind === 'server'
    ? new URL(target.serverUrl).host
    : `${target.organizationKey} (${new URL(baseUrlOf(target, cloud())).host})`;
}

function argumentOf(target: Target): object {
  return target.kind === 'server'
    ? { serverUrl: target.serverUrl }
    : { organizationKey: target.organizationKey, region: target.region };
}
