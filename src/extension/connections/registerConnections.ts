import * as vscode from 'vscode';
import { sameTarget, type Connection } from '../../core/connections/connection.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { lazyCommands } from '../host/commands.ts';
import { connectionCommandIds } from '../host/commandTable.ts';
import type { ConnectionCommandsOptions } from './connectionCommands.ts';
import type { ConnectionServices } from './connectionServices.ts';
import type { GateMonitor } from '../../core/gate/monitor.ts';
import type { WindowPort } from '../../core/gate/windows/windowRegistry.ts';
import { networkAddresses, retryWhenBack } from './retryWhenBack.ts';
import { showWarning } from '../ui/messages.ts';
import { expiryText } from './stateTexts.ts';
import { TokenWarnings } from './tokenWarnings.ts';

interface Options extends ConnectionServices {
  readonly bindings: ConnectionCommandsOptions['bindings'];
  readonly monitor: Pick<GateMonitor, 'check' | 'isOtherInFront' | 'journal'>;
  readonly window: WindowPort;
}

/**
 * Registers the feature that manages connections, and exports and imports them. The code of its commands is loaded with
 * their first use.
 *
 * @param load reads the list of connections again
 */
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
      own(autoCheckConnections(services));
      own(retryWhenBack({ ...services, addresses: networkAddresses }));
      const warnings = new TokenWarnings({
        ...services,
        file: tokenWarnings,
        isOtherInFront: () => monitor.isOtherInFront,
        isMuted: ({ uuid, receiveNotifications }) =>
          !receiveNotifications || monitor.journal.muteOf(uuid) !== undefined,
        show: warn,
      });
      own(warnings).start();
    },
  };
}

/** Checks each connection at once, when it is added, and whenever its address or its token changes, until disposal. */
function autoCheckConnections({ store, tokenStore, states, report }: ConnectionServices): Disposable {
  const scope = new DisposableStore();
  let known: readonly Connection[] = [];
  const check = (connection: Connection) => {
    states.check(connection).catch((error: unknown) => report(error, 'checking a connection'));
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
  scope.add(store.onDidChange(follow));
  scope.add(
    tokenStore.onDidChange((uuid) => {
      const connection = store.get(uuid);
      if (connection) check(connection);
    }),
  );
  follow();
  return scope;
}

/** @param days Days until the token expires; undefined for a token that was refused. */
async function warn({ uuid, connectionId }: Connection, days: number | undefined): Promise<void> {
  const renew = vscode.l10n.t('Replace Token');
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
  const chosen = await showWarning(text, renew);
  if (chosen === renew) await vscode.commands.executeCommand('service.replaceToken', { uuid });
}
