import * as vscode from 'vscode';
import { sameTarget, type Connection } from '../../core/connections/connection.ts';
import { lazyCommands } from '../host/commands.ts';
import { connectionCommandIds } from '../host/commandTable.ts';
import type { BoundFolders } from './connectionCommands.ts';
import type { ConnectionServices } from './connectionServices.ts';
import type { GateMonitor } from '../../core/gate/monitor.ts';
import type { WindowPort } from '../../core/gate/windows/windowRegistry.ts';
import { networkAddresses, retryWhenBack } from './states.ts';
import { offerCommand, showWarning } from '../ui/messages.ts';
import { expiryText } from './stateTexts.ts';
import { warnOfTokens } from './tokenWarnings.ts';

interface Options extends ConnectionServices {
  readonly bindings: BoundFolders;
  readonly monitor: Pick<GateMonitor, 'check' | 'isOtherInFront' | 'journal'>;
  readonly window: WindowPort;
}

/** @param load reads the list of connections again */
export function registerConnections(services: Options, load: () => Promise<void>) {
  const { own, states, monitor, tokenWarnings } = services;
  const check = async (connection: Connection, signal: AbortSignal) => {
    await Promise.all([states.check(connection, { signal }), monitor.check(connection.uuid)]);
  };
  const commands = lazyCommands(connectionCommandIds, async () => {
    const { connectionCommands } = await import('./connectionCommands.ts');
    return connectionCommands({ ...services, check, load });
  });
  const transfers = lazyCommands(['service.exportConnections', 'service.importConnections'], async () => {
    const { transferCommands } = await import('./transferCommands.ts');
    return transferCommands(services.store);
  });
  return {
    commands: { ...commands, ...transfers },
    start: () => {
      autoCheckConnections(services);
      own(retryWhenBack({ ...services, addresses: networkAddresses }));
      own(
        warnOfTokens({
          ...services,
          file: tokenWarnings,
          isOtherInFront: () => monitor.isOtherInFront,
          isMuted: ({ uuid, receiveNotifications }) =>
            !receiveNotifications || monitor.journal.muteOf(uuid) !== undefined,
          show: warn,
        }),
      );
    },
  };
}

/** Checks each connection at once, when it is added, and whenever its address or its token changes. */
function autoCheckConnections({ own, store, tokenStore, states, reporting }: ConnectionServices): void {
  let known: readonly Connection[] = [];
  const check = (connection: Connection) => {
    states.check(connection).catch(reporting('checking a connection'));
  };
  const follow = () => {
    const before = known;
    known = store.list();
    states.retain(new Set(known.map(({ uuid }) => uuid)));
    for (const connection of known) {
      const same = before.find(({ uuid }) => uuid === connection.uuid);
      if (!same || !sameTarget(same, connection)) check(connection);
    }
  };
  own(store.onDidChange(follow));
  own(
    tokenStore.onDidChange((uuid) => {
      const connection = store.get(uuid);
      if (connection) check(connection);
    }),
  );
  follow();
}

/** @param days Days until the token expires; undefined for a token that was refused. */
function warn({ uuid, connectionId }: Connection, days: number | undefined): Promise<void> {
  const text =
    days === undefined
      ? vscode.l10n.t(
          '{0}: the token was refused, so quality gates are no longer checked. Replace the token to reconnect.',
          connectionId,
        )
      : vscode.l10n.t(
          '{0}: {1}. Replace the token to keep the connection working.',
          connectionId,
          expiryText(days),
        );
  return offerNewToken(text, uuid);
}

/** Warns that a connection has no token on this machine, and replaces it if the user chooses so. */
export function promptForToken({ uuid, connectionId }: Connection): Promise<void> {
  return offerNewToken(vscode.l10n.t('Connection “{0}” has no token on this machine.', connectionId), uuid);
}

function offerNewToken(text: string, uuid: string): Promise<void> {
  const title = vscode.l10n.t('Replace Token');
  return offerCommand(showWarning, text, { title, command: 'service.replaceToken', arguments: [{ uuid }] });
}
