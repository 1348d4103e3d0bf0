import assert from 'node:assert/strict';
import { Api } from '../../src/core/api/client.ts';
import { Emitter } from '../../src/core/events.ts';
import { GateMonitor } from '../../src/core/gate/monitor.ts';
import { systemClock } from '../../src/node/process/clock.ts';
import { openGateFiles } from '../../src/node/files/gateFiles.ts';
import { createHttp } from '../../src/node/http/createHttp.ts';
import { serverConnection } from '../simulation/monitoredWindow.ts';
import { CollectingLog } from './collectingLog.ts';

/** The content of a window, as its process reports it. */
export interface WindowSight {
  readonly status: string | undefined;
  readonly leads: boolean;
  /** Why nothing is kept; undefined while the disk works. */
  readonly pollError: string | undefined;
  readonly delivered: readonly string[];
  /** The outcome of each change in the journal. */
  readonly outcomes: readonly (string | undefined)[];
}

/** A window in a separate process, for `fork`: it watches `p`, and checks and answers at each message. */
const [folder = '', serverUrl = '', id = ''] = process.argv.slice(2);
const log = new CollectingLog();
const delivered: string[] = [];
const connection = serverConnection('one', { serverUrl });
const api = new Api({ http: createHttp(), log, baseUrl: serverUrl, userAgent: 'test', token: 'token' });
const monitor = new GateMonitor({
  apiFor: () => Promise.resolve(api),
  files: openGateFiles(folder, log),
  clock: systemClock,
  random: () => 0,
  log,
  notifier: {
    isReady: () => Promise.resolve(true),
    notify: (notification) => {
      const changes = notification.kind === 'change' ? [notification.change] : notification.changes;
      delivered.push(...changes.map(({ from, to }) => `${from} → ${to}`));
      return Promise.resolve(true);
    },
  },
  window: { id, isFocused: () => true, onDidChangeFocus: new Emitter<void>(assert.ifError).event },
  intervalMs: () => 3_600_000,
});

function sight(): WindowSight {
  return {
    status: monitor.journal.gateOf('one', 'p').gate?.status,
    leads: monitor.leads('one'),
    pollError: monitor.journal.storageFailure?.code,
    delivered,
    outcomes: monitor.journal.changes().map(({ outcome }) => outcome?.as),
  };
}

// A write beyond the limit is refused as on a full disk. It also raises a signal that would end the process.
process.on('SIGXFSZ', () => undefined);
process.on('message', (message) => {
  const done = message === 'check' ? monitor.check() : Promise.resolve();
  void done.then(() => process.send?.(sight()));
});
monitor.watch([{ connection, project: 'p' }]);
await monitor.start();
