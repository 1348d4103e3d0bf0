import * as vscode from 'vscode';
import { originOf, type Connection } from '../../core/connections/connection.ts';
import { messageOf } from '../../core/failures.ts';
import { targetArgument } from '../host/arguments.ts';
import type { BindableFolder } from '../host/folders/bindableFolder.ts';
import type { CommandsOf } from '../host/commands.ts';
import type { connectionCommandIds } from '../host/commandTable.ts';
import { isConfirmed, showWarning } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import type { ConnectionServices } from './connectionServices.ts';
import { pickConnection } from './pickConnection.ts';
import {
  draftFor,
  draftOf,
  emptyDraft,
  type Draft,
  type WizardMode,
  nameOf,
  targetOf,
} from './wizard/draft.ts';
import type { ConnectionDraft } from '../../core/connections/store.ts';

interface ConnectionCommandsOptions extends ConnectionServices {
  readonly bindings: BoundFolders;
  readonly check: (connection: Connection, signal: AbortSignal) => Promise<void>;
  /** Reads the list of connections again: its file may have been repaired. */
  readonly load: () => Promise<void>;
}

/** The part of `FolderBindings`, which is in a room above, that the deletion of a connection needs. */
export interface BoundFolders {
  boundTo(uuid: string): readonly { readonly folder: BindableFolder }[];
  unbind(folder: BindableFolder): Promise<void>;
}

/** Returns the commands about connections. Each takes a connection or lets the user pick one. */
export function connectionCommands(
  options: ConnectionCommandsOptions,
): CommandsOf<typeof connectionCommandIds> {
  const { store, check, load } = options;
  const pick = (argument: unknown, title: string) => pickConnection(argument, title, options);
  const checkWithProgress = (connection: Connection) =>
    withProgress(vscode.l10n.t('Checking {0}…', connection.connectionId), (signal) =>
      check(connection, signal),
    );
  return {
    // Returns the uuid of the new connection, so that the caller can continue with it; undefined if the user
    // cancels.
    'service.addConnection': async (argument) => {
      const target = targetArgument(argument);
      return ask(target ? draftFor(target) : emptyDraft, undefined, 'add', options);
    },

    'service.editConnection': async (argument) => {
      const connection = await pick(argument, vscode.l10n.t('Select a connection to edit'));
      if (!connection) return;
      const saved = await ask(draftOf(connection), connection, 'edit', options);
      // Checked at once: if the platform was down before, the automatic retry may be minutes away, although the wizard
      // has just reached the platform.
      const edited = saved === undefined ? undefined : store.get(saved);
      if (edited) await checkWithProgress(edited);
    },

    'service.replaceToken': async (argument) => {
      const connection = await pick(argument, vscode.l10n.t('Select a connection to replace the token of'));
      if (connection) await ask(draftOf(connection), connection, 'token', options);
    },

    'service.deleteConnection': async (argument) => {
      const connection = await pick(argument, vscode.l10n.t('Select a connection to delete'));
      if (connection) await deleteConnection(connection, options);
    },

    'service.checkConnection': async (argument) => {
      const connection = await pick(argument, vscode.l10n.t('Select a connection to check'));
      if (connection) await checkWithProgress(connection);
    },

    'service.checkAllConnections': async () => {
      await load();
      await withProgress(vscode.l10n.t('Checking connections…'), (signal) =>
        Promise.all(store.list().map((connection) => check(connection, signal))),
      );
    },

    'service.openConnection': async (argument) => {
      const connection = await pick(argument, vscode.l10n.t('Select a connection to open'));
      if (connection) await vscode.env.openExternal(vscode.Uri.parse(options.baseUrlOf(connection), true));
    },
  };
}

async function ask(
  start: Draft,
  existing: Connection | undefined,
  mode: WizardMode,
  options: ConnectionCommandsOptions,
): Promise<string | undefined> {
  const { askConnection } = await import('./wizard/connectionWizard.ts');
  const draft = await askConnection(start, mode, {
    ...options,
    title: titles[mode](existing?.connectionId ?? ''),
    takenNames: takenNames(options.store.list(), existing),
    edited: mode === 'edit' ? existing : undefined,
  });
  if (!draft) return undefined;
  const save = () => saveConnection(draft, existing, options);
  return withProgress(vscode.l10n.t('Saving the connection…'), save, { cancellable: false });
}

const titles: Readonly<Record<WizardMode, (name: string) => string>> = {
  add: () => vscode.l10n.t('Add Connection'),
  edit: (name) => vscode.l10n.t('Edit Connection {0}', name),
  token: (name) => vscode.l10n.t('Replace Token of {0}', name),
};

/** The question says what else is removed: the token, and the bindings of the folders that are open in this window. */
async function deleteConnection(
  { uuid, connectionId }: Connection,
  { store, bindings, log }: ConnectionCommandsOptions,
): Promise<void> {
  const bound = bindings.boundTo(uuid);
  const lines = [vscode.l10n.t('Its token is deleted from secret storage.')];
  const names = bound.map(({ folder }) => folder.name).join(', ');
  if (bound.length > 0) lines.push(vscode.l10n.t('These folders are unbound: {0}.', names));
  const question = vscode.l10n.t('Delete connection “{0}”?', connectionId);
  if (!(await isConfirmed(question, vscode.l10n.t('Delete'), lines.join('\n')))) return;
  const stillBound: string[] = [];
  for (const { folder } of bound)
    try {
      await bindings.unbind(folder);
    } catch (error) {
      // Settings that cannot be written must not prevent the deletion of a token.
      log.warn(`Unbinding ${folder.name}: ${messageOf(error)}`);
      stillBound.push(folder.name);
    }
  await store.remove(uuid);
  if (stillBound.length > 0)
    void showWarning(
      vscode.l10n.t(
        'The connection was deleted, but the settings of these folders could not be updated and still refer to it: {0}.',
        stillBound.join(', '),
      ),
    );
}

/**
 * Stores the connection that the wizard has gathered, then its token. An empty token keeps the stored one.
 *
 * @param existing The connection that is edited; undefined for a new one.
 * @returns The uuid.
 * @throws the failure of the secret storage. The connection is stored by then and has the state "token missing".
 */
async function saveConnection(
  draft: Draft,
  existing: Connection | undefined,
  { store, tokenStore, cloud }: ConnectionServices,
): Promise<string> {
  const taken = takenNames(store.list(), existing);
  const change: ConnectionDraft = {
    ...targetOf(draft),
    connectionId: nameOf(draft, taken),
    receiveNotifications: draft.receiveNotifications,
  };
  const saved = existing ? await store.update(existing.uuid, () => change) : await store.add(change);
  if (draft.token !== '')
    await tokenStore.store(saved.uuid, {
      token: draft.token,
      origin: originOf(saved, cloud()),
      ...(draft.tokenExpires !== undefined && { expires: draft.tokenExpires }),
    });
  return saved.uuid;
}

function takenNames(connections: readonly Connection[], except: Connection | undefined): readonly string[] {
  return connections.filter(({ uuid }) => uuid !== except?.uuid).map(({ connectionId }) => connectionId);
}
