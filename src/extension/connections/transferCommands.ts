import * as vscode from 'vscode';
import { connectionListText, readConnectionList } from '../../core/connections/connectionList.ts';
import type { ConnectionStore } from '../../core/connections/store.ts';
import type { CommandHandlers } from '../host/commands.ts';
import { showInformation } from '../ui/messages.ts';
import { pickMany } from '../ui/quickInput/pickMany.ts';

type TransferCommands = Pick<CommandHandlers, 'service.exportConnections' | 'service.importConnections'>;

/** Exports and imports connections without their tokens, for another person, machine or profile. */
export function transferCommands(store: ConnectionStore): TransferCommands {
  return {
    'service.exportConnections': async () => {
      const connections = store.list();
      if (connections.length === 0) {
        void showInformation(vscode.l10n.t('There are no connections yet.'));
        return;
      }
      const file = await vscode.window.showSaveDialog({
        title: vscode.l10n.t('Export Connections'),
        defaultUri: vscode.Uri.joinPath(startFolder(), 'connections.json'),
        filters: { JSON: ['json'] },
      });
      if (!file) return;
      await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(connectionListText(connections)));
      void showInformation(
        vscode.l10n.t('Connections exported without their tokens: {0}.', connections.length),
      );
    },

    'service.importConnections': async () => {
      const [file] =
        (await vscode.window.showOpenDialog({
          title: vscode.l10n.t('Import Connections'),
          defaultUri: startFolder(),
          filters: { JSON: ['json'] },
        })) ?? [];
      if (!file) return;
      const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
      const drafts = readConnectionList(text, file.path, store.list());
      if (drafts.length === 0) {
        void showInformation(vscode.l10n.t('All connections in this file already exist.'));
        return;
      }
      const chosen = await pickMany({
        title: vscode.l10n.t('Import Connections'),
        placeholder: vscode.l10n.t('You enter a token for each connection afterwards'),
        choices: drafts.map((draft) => ({
          label: draft.connectionId,
          description: draft.kind === 'server' ? draft.serverUrl : draft.organizationKey,
          picked: true,
          value: draft,
        })),
      });
      for (const draft of chosen ?? []) await store.add(draft);
    },
  };
}

function startFolder(): vscode.Uri {
  return vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/');
}
