import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Api } from '../../src/core/api/client.ts';
import { Emitter } from '../../src/core/events.ts';
import { GateMonitor } from '../../src/core/gate/monitor.ts';
import type { GateChange, GateNotification, Notifier } from '../../src/core/gate/notify/gateNotification.ts';
import { systemClock } from '../../src/node/process/clock.ts';
import { openGateFiles } from '../../src/node/files/gateFiles.ts';
import { CollectingLog } from '../support/collectingLog.ts';

export interface WatchingWindow {
  readonly monitor: GateMonitor;
  readonly close: () => void;
}

/** Opens a focused window with the product's monitor on a real disk and a real clock. It polls only when `check` is called. */
export function openWatchingWindow(api: Api, notifier: Notifier): WatchingWindow {
  const folder = mkdtempSync(join(tmpdir(), 'service-watching-'));
  const log = new CollectingLog();
  const files = openGateFiles(folder, log);
  const monitor = new GateMonitor({
    apiFor: () => Promise.resolve(api),
    files,
    clock: systemClock,
    random: Math.random,
    log,
    notifier,
    window: {
      id: 'window',
      isFocused: () => true,
      onDidChangeFocus: new Emitter<void>(assert.ifError).event,
    },
    intervalMs: () => 3_600_000,
  });
  return {
    monitor,
    close: () => {
      monitor.dispose();
      files.dispose();
      // The monitor's farewell to the other windows is still on its way.
      rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

/** A person who sees everything at once. */
export class RecordingNotifier implements Notifier {
  readonly delivered: string[] = [];
  readonly #textOf: (change: GateChange, kind: GateNotification['kind']) => string;
  #read = 0;
  #wake: (() => void) | undefined;

  constructor(textOf: (change: GateChange, kind: GateNotification['kind']) => string) {
    this.#textOf = textOf;
  }

  isReady(): Promise<boolean> {
    return Promise.resolve(true);
  }

  notify(notification: GateNotification): Promise<boolean> {
    const changes = notification.kind === 'change' ? [notification.change] : notification.changes;
    this.delivered.push(...changes.map((change) => this.#textOf(change, notification.kind)));
    this.#wake?.();
    return Promise.resolve(true);
  }

  /** Resolves with the oldest delivered change that was not read yet, or with the next one. */
  async next(): Promise<string | undefined> {
    while (this.delivered.length === this.#read) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.delivered[this.#read++];
  }
}
