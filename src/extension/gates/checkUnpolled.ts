import type { Connection } from '../../core/connections/connection.ts';
import type { GateMonitor } from '../../core/gate/monitor.ts';

/** Connections without notifications are not polled: their gates are asked for when somebody looks. */
export async function checkUnpolled(connections: readonly Connection[], monitor: GateMonitor): Promise<void> {
  const silent = connections.filter(({ receiveNotifications }) => !receiveNotifications);
  await Promise.all(silent.map(({ uuid }) => monitor.check(uuid)));
}
