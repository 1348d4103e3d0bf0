import type { Disposable } from '../../core/disposables.ts';
import { DisposableStore } from '../../core/disposables.ts';
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

/** The open connection of one window to a relay. Disposing it disconnects. */
export interface RelayConnection extends Disposable {
  readonly client: PushClient;
}

/** Connects to the relay and passes its push events on to the monitor until the result is disposed. */
export function openRelayConnection({ address, key, monitor, log }: RelayConnectionOptions): RelayConnection {
  const scope = new DisposableStore();
  const client = scope.add(
    new PushClient({ open: openStream, address, key, clock, random: Math.random, log }),
  );
  scope.add(
    new PushDebouncer({
      client,
      ledProjects: () => monitor.ledProjects(),
      receivePush: (push) => monitor.receivePush(push),
      clock,
      random: Math.random,
    }),
  );
  client.start();
  return {
    client,
    dispose: () => scope.dispose(),
  };
}
