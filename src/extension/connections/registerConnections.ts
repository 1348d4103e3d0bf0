import { sameTarget, type Connection } from '../../core/connections/connection.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { lazyCommands } from '../host/commands.ts';
import { connectionCommandIds } from '../host/commandTable.ts';
import type { Services } from '../services.ts';
import { networkAddresses, retryWhenBack } from './retryWhenBack.ts';
import { warnOfExpiry } from './warnOfExpiry.ts';

/**
 * Registers the feature that manages connections.
 *
 * @param load reads the list of connections again
 */
export function registerConnections(services: Services, load: () => Promise<void>) {
  const { own, states, monitor, context } = services;
  const check = async (connection: Connection, signal: AbortSignal) => {
    await Promise.all([states.check(connection, { signal }), monitor.check(connection.uuid)]);
  };
  return {
    commands: lazyCommands(connectionCommandIds, async () => {
      const { connectionCommands } = await import('./connectionCommands.ts');
      return connectionCommands({ ...services, check, load });
    }),
    start: () => {
      own(autoCheckConnections(services));
      own(retryWhenBack({ ...services, addresses: networkAddresses }));
      own(warnOfExpiry({ ...services, memory: context.globalState }));
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
