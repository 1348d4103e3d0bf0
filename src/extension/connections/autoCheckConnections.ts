import { sameTarget, type Connection } from '../../core/connections/connection.ts';
import type { ConnectionStore } from '../../core/connections/store.ts';
import type { TokenStore } from '../../core/connections/tokenStore.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { Report } from '../host/report.ts';
import type { ConnectionStates } from './states.ts';

interface AutoCheckOptions {
  readonly store: Pick<ConnectionStore, 'list' | 'get' | 'onDidChange'>;
  readonly tokenStore: Pick<TokenStore, 'onDidChange'>;
  readonly states: ConnectionStates;
  readonly report: Report;
}

/** Checks each connection at once, when it is added, and whenever its address or its token changes, until disposal. */
export function autoCheckConnections({ store, tokenStore, states, report }: AutoCheckOptions): Disposable {
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
