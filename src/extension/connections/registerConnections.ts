import * as vscode from 'vscode';
import { sameTarget, type Connection } from '../../core/connections/connection.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { lazyCommands, type Report } from '../host/commands.ts';
import { connectionCommandIds } from '../host/commandTable.ts';
import type { Services } from '../services.ts';
import { networkAddresses, retryWhenBack } from './retryWhenBack.ts';
import type { Clock } from '../../core/clock.ts';
import type { ConnectionStore } from '../../core/connections/store.ts';
import { showWarning } from '../ui/messages.ts';
import type { StateMemory } from '../host/serialMemento.ts';
import type { ConnectionStates } from './states.ts';
import { expiryText } from './stateTexts.ts';

/**
 * Registers the feature that manages connections, and exports and imports them. The code of its commands is loaded with
 * their first use.
 *
 * @param load reads the list of connections again
 */
export function registerConnections(services: Services, load: () => Promise<void>) {
  const { own, states, monitor, memory } = services;
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
      own(warnOfExpiry({ ...services, memory: memory.global }));
    },
  };
}

/** Checks each connection at once, when it is added, and whenever its address or its token changes, until disposal. */
function autoCheckConnections({ store, tokenStore, states, report }: Services): Disposable {
  const scope = new DisposableStore();
  let known: readonly Connection[] = [];
  const check = (connection: Connection) => {
    states.check(connection).catch((error: unknown) => {
      report(error, 'checking a connection');
    });
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

interface WarnOfExpiryOptions {
  readonly store: Pick<ConnectionStore, 'list'>;
  readonly states: ConnectionStates;
  readonly daysLeftOf: (uuid: string) => number | undefined;
  /** Shared by all windows of the user, so that one of them warns, once a day. */
  readonly memory: StateMemory;
  readonly clock: Clock;
  readonly report: Report;
}

const repeatMs = 6 * 60 * 60 * 1000;
const warnedKey = (uuid: string): string => `service.expiryWarned/${uuid}`;

/**
 * Warns that a token expires within a week, once a day for each connection. The message offers to replace the token,
 * which keeps the connection.
 */
function warnOfExpiry(options: WarnOfExpiryOptions): Disposable {
  const { store, states, daysLeftOf, memory, clock, report } = options;
  const scope = new DisposableStore();
  const warnOfDueTokens = () => {
    const today = new Date(clock.now()).toDateString();
    for (const connection of store.list()) {
      const { uuid } = connection;
      const days = states.of(uuid).state === 'connected' ? daysLeftOf(uuid) : undefined;
      if (days === undefined || memory.get(warnedKey(uuid)) === today) continue;
      remember(uuid, today);
      warn(connection, days).catch((error: unknown) => {
        report(error, 'warning of a token that expires');
      });
    }
  };
  const remember = (uuid: string, today: string) => {
    memory.update(warnedKey(uuid), today).then(undefined, (error: unknown) => {
      report(error, 'remembering a warning');
    });
  };
  let timer: Disposable | undefined;
  const repeat = () => {
    timer = clock.setTimer(repeatMs, () => {
      warnOfDueTokens();
      repeat();
    });
  };
  scope.add(states.onDidChange(warnOfDueTokens));
  scope.add({ dispose: () => timer?.dispose() });
  warnOfDueTokens();
  repeat();
  return scope;
}

async function warn({ uuid, connectionId }: Connection, days: number): Promise<void> {
  const renew = vscode.l10n.t('Replace Token');
  const text = vscode.l10n.t(
    '{0}: {1}. Replace the token to keep the connection working.',
    connectionId,
    expiryText(days),
  );
  const chosen = await showWarning(text, renew);
  if (chosen === renew) await vscode.commands.executeCommand('service.replaceToken', { uuid });
}
