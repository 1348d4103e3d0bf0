import * as vscode from 'vscode';
import type { Connection } from '../../core/connections/connection.ts';
import { connectionArgument } from '../host/arguments.ts';
import { offerCommand, showInformation } from '../ui/messages.ts';
import { choose } from '../ui/quickInput/pickOne.ts';
import { resolveArgument } from '../ui/quickInput/resolveArgument.ts';
import { stateText } from './stateTexts.ts';
import type { ConnectionServices } from './connectionServices.ts';

export interface PickServices extends Pick<ConnectionServices, 'connections'> {
  readonly states: Pick<ConnectionServices['states'], 'of'>;
}

/**
 * Returns the connection that the argument names, else the only one, else the one that the user picks. Undefined if the
 * user cancels, and without a connection: then a message offers to add one.
 */
export async function pickConnection(
  argument: unknown,
  placeholder: string,
  services: PickServices,
): Promise<Connection | undefined> {
  const connections = services.connections();
  const named = connectionArgument(argument);
  const resolved = resolveArgument(
    connections,
    named === undefined ? undefined : ({ uuid }) => uuid === named,
  );
  if (resolved) return resolved;
  if (connections.length === 0) {
    await offerCommand(showInformation, vscode.l10n.t('There are no connections yet.'), {
      title: vscode.l10n.t('Add Connection'),
      command: 'service.addConnection',
    });
    return undefined;
  }
  return choose({
    title: vscode.l10n.t('Connections'),
    placeholder,
    choices: connections.map((connection) => ({
      label: connection.connectionId,
      description: stateText(services.states.of(connection.uuid)).label,
      detail: connection.kind === 'server' ? connection.serverUrl : connection.organizationKey,
      value: connection,
    })),
  });
}
