import { Api } from '../../src/core/api/client.ts';
import type { Connection } from '../../src/core/connections/connection.ts';
import { Emitter } from '../../src/core/events.ts';
import { GateMonitor, type GateMonitorOptions } from '../../src/core/gate/monitor.ts';
import type { GateNotification } from '../../src/core/gate/notify/gateNotification.ts';
import type { Http } from '../../src/core/http.ts';
import type { Log } from '../../src/core/log.ts';
import { Disk } from './disk.ts';
import { Process } from './process.ts';
import type { VirtualClock } from './virtualClock.ts';

export function serverConnection(uuid: string, more: Partial<Connection> = {}): Connection {
  const serverUrl = `http://${uuid}.test`;
  return {
    kind: 'server',
    uuid,
    connectionId: uuid,
    serverUrl,
    receiveNotifications: true,
    ...more,
  } as Connection;
}

export interface MonitoredWindow {
  readonly monitor: GateMonitor;
  readonly process: Process;
  /** The shown notifications, oldest first. */
  readonly delivered: GateNotification[];
  readonly logged: string[];
  readonly setFocus: (isFocused: boolean) => void;
}

export interface MonitoredWindowOptions extends Partial<Omit<GateMonitorOptions, 'clock'>> {
  readonly clock: VirtualClock;
  readonly http: Http;
  /** Shared by the windows of one editor. */
  readonly disk?: Disk;
  readonly process?: Process;
  readonly isFocused?: boolean;
}

/** One window with the monitor of the product, whose user sees each notification at once. */
export function createMonitoredWindow({
  clock,
  http,
  disk = new Disk(),
  process,
  isFocused = true,
  ...more
}: MonitoredWindowOptions): MonitoredWindow {
  const host = process ?? new Process(`window ${nextId++}`, clock);
  const delivered: GateNotification[] = [];
  const logged: string[] = [];
  const note = (message: string) => void logged.push(message);
  const log: Log = { trace: note, debug: note, info: note, warn: note, error: note };
  let hasFocus = isFocused;
  const focus = new Emitter<void>((error) => {
    throw error;
  });
  const monitor = new GateMonitor({
    apiFor: (connection) => {
      const baseUrl = connection.kind === 'server' ? connection.serverUrl : 'http://cloud.test';
      return Promise.resolve(new Api({ http, log, baseUrl, userAgent: 'test', token: 'token' }));
    },
    files: disk.filesFor(host),
    clock: host.clock,
    random: () => 0.5,
    log,
    notifier: {
      isReady: () => Promise.resolve(true),
      notify: (notification) => {
        delivered.push(notification);
        return Promise.resolve(true);
      },
    },
    window: { id: host.id, isFocused: () => hasFocus, onDidChangeFocus: focus.event },
    intervalMs: () => 60_000,
    ...more,
  });
  const setFocus = (value: boolean) => {
    if (hasFocus === value) return;
    hasFocus = value;
    focus.fire();
  };
  return { monitor, process: host, delivered, logged, setFocus };
}

let nextId = 1;
