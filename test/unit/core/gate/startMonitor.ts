import assert from 'node:assert/strict';
import { Disk } from '../../../simulation/disk.ts';
import {
  createMonitoredWindow,
  serverConnection,
  type MonitoredWindowOptions,
} from '../../../simulation/monitoredWindow.ts';
import { FaultyHttp, type Fault } from '../../../simulation/faultyHttp.ts';
import { ModelPlatform } from '../../../simulation/modelPlatform.ts';
import { VirtualClock } from '../../../simulation/virtualClock.ts';
import type { GateNotification, GateChange } from '../../../../src/core/gate/notify/gateNotification.ts';
import type { HttpRequest } from '../../../../src/core/http.ts';

export const minute = 60_000;
/** The time on the platform's clock when a test starts. */
export const startTime = Date.UTC(2026, 5, 1);
export const connection = serverConnection('one');

export interface WindowSetup extends Partial<Omit<MonitoredWindowOptions, 'clock' | 'http'>> {
  readonly projects?: readonly string[];
}

export interface Setup extends WindowSetup {
  readonly receiveNotifications?: boolean;
  faultOf?: (request: HttpRequest) => Fault;
}

/** A window that watches projects whose gates are passed, after its first poll. */
export async function startMonitor({
  projects = ['p'],
  receiveNotifications = true,
  faultOf = () => 'none',
  disk = new Disk(),
  ...more
}: Setup = {}) {
  const clock = new VirtualClock();
  const platform = new ModelPlatform(projects, () => startTime + clock.elapsed);
  for (const project of projects) platform.analyse(project, 'OK', startTime);
  const network = { faultOf };
  const http = new FaultyHttp({ platform, clock, faultOf: (request) => network.faultOf(request) });
  const open = async ({ projects: watched = projects, ...options }: WindowSetup) => {
    const opened = createMonitoredWindow({ clock, http, disk, ...options });
    const watchedConnection = { ...connection, receiveNotifications };
    opened.monitor.watch(watched.map((project) => ({ connection: watchedConnection, project })));
    await opened.monitor.start();
    return opened;
  };
  const monitored = await open(more);
  await clock.advance(5000);
  /** Opens another window of the same editor, without the focus. */
  const openAnother = (options: WindowSetup = {}) => open({ isFocused: false, ...options });
  const paths = () => http.exchanges.map(({ url }) => new URL(url).pathname.replace('/api/', ''));
  return { clock, platform, http, network, disk, paths, openAnother, ...monitored };
}

/** Returns the only notified change, which must be a toast. */
export function changeOf(notification: GateNotification | undefined): GateChange {
  assert.equal(notification?.kind, 'change');
  return notification.change;
}
