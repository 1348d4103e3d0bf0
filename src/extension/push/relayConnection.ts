import type { GateMonitor } from '../../core/gate/monitor.ts';
import type { Log } from '../../core/log.ts';
import { PushClient } from '../../core/push/pushClient.ts';
import { PushDebouncer } from '../../core/push/pushDebouncer.ts';
import { systemClock as clock } from '../../node/process/clock.ts';
import { openStream } from '../../node/http/openStream.ts';

interface RelayConnectionOptions {
  readonly address: string;
  readonly key: string;
  readonly monitor: Pick<GateMonitor, 'ledProjects' | 'receivePush'>;
  readonly log: Log;
}

export type RelayConnection = ReturnType<typeof openRelayConnection>;

/** Connects this window to the relay and passes its push events on to the monitor until the result is disposed. */
export function openRelayConnection({ address, key, monitor, log }: RelayConnectionOptions) {
  const shared = { clock, random: Math.random };
  const client = new PushClient({ open: openStream, address, key, log, ...shared });
  const debouncer = new PushDebouncer({
    client,
    ledProjects: () => monitor.ledProjects(),
    receivePush: (push) => monitor.receivePush(push),
    ...shared,
  });
  client.start();
  const dispose = () => {
    debouncer.dispose();
    client.dispose();
  };
  return { client, dispose };
}
