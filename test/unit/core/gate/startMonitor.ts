import assert from 'node:assert/strict';
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

export interface Setup extends Partial<Omit<MonitoredWindowOptions, 'clock' | 'http'>> {
  readonly projects?: readonly string[];
  faultOf?: (request: HttpRequest) => Fault;
}

/** A window that watches projects whose gates are passed, after its first poll. */
export async function startMonitor({ projects = ['p'], faultOf = () => 'none', ...more }: Setup = {}) {
  const clock = new VirtualClock();
  const platform = new ModelPlatform(projects, () => startTime + clock.elapsed);
  for (const project of projects) platform.analyse(project, 'OK', startTime + 0);
  const network = { faultOf };
  const http = new FaultyHttp({ platform, clock, faultOf: (request) => network.faultOf(request) });
  const monitored = createMonitoredWindow({ clock, http, ...more });
  monitored.monitor.watch(projects.map((project) => ({ connection, project })));
  await monitored.monitor.start();
  await clock.advance(5000);
  const paths = () => http.exchanges.map(({ url }) => new URL(url).pathname.replace('/api/', ''));
  return { clock, platform, http, network, paths, ...monitored };
}

/** Returns the only notified change, which must be a toast. */
export function changeOf(notification: GateNotification | undefined): GateChange {
  assert.equal(notification?.kind, 'change');
  return notification.change;
}
