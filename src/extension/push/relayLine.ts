import type { Disposable } from '../../core/disposables.ts';
import { DisposableStore } from '../../core/disposables.ts';
import type { GateMonitor } from '../../core/gate/monitor.ts';
import type { Log } from '../../core/log.ts';
import { DoorbellClient } from '../../core/push/doorbellClient.ts';
import { Doorman } from '../../core/push/doorman.ts';
import { systemClock as clock } from '../../node/process/clock.ts';
import { openStream } from '../../node/http/openStream.ts';

interface RelayLineOptions {
  readonly address: string;
  readonly key: string;
  readonly monitor: Pick<GateMonitor, 'ledProjects' | 'ring'>;
  readonly log: Log;
}

/** The open connection of one window to a relay. Disposing it disconnects. */
export interface RelayLine extends Disposable {
  readonly client: DoorbellClient;
}

/** Connects to the relay and passes its push events on to the monitor until the result is disposed. */
export function openLine({ address, key, monitor, log }: RelayLineOptions): RelayLine {
  const scope = new DisposableStore();
  const client = scope.add(
    new DoorbellClient({ open: openStream, address, key, clock, random: Math.random, log }),
  );
  scope.add(
    new Doorman({
      client,
      ledProjects: () => monitor.ledProjects(),
      ring: (ring) => monitor.ring(ring),
      clock,
      random: Math.random,
    }),
  );
  client.start();
  return {
    client,
    dispose: () => {
      scope.dispose();
    },
  };
}
