import { Api } from '../../src/core/api/client.ts';
import type { Connection } from '../../src/core/connections/connection.ts';
import { Emitter } from '../../src/core/events.ts';
import type { Http } from '../../src/core/http.ts';
import { emptyJournal, journalSchema, type Journal } from '../../src/core/gate/journal.ts';
import { GateMonitor, type GateMonitorOptions } from '../../src/core/gate/monitor.ts';
import type { News } from '../../src/core/gate/news.ts';
import type { Log } from '../../src/core/log.ts';
import { parse, parseJson } from '../../src/core/parsing.ts';
import { MemoryFile } from './memoryFile.ts';
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

export function journalFile(initial: Journal = emptyJournal): MemoryFile<Journal> {
  return new MemoryFile(initial, (text) => parse(journalSchema, parseJson(text, 'journal'), 'journal'));
}

export interface Desk {
  readonly monitor: GateMonitor;
  /** What was shown, oldest first. */
  readonly told: News[];
  readonly logged: string[];
  readonly setFocus: (isFocused: boolean) => void;
}

/** One window with the product's own monitor in it, and a person who sees everything at once. */
export function createDesk({
  clock,
  http,
  ...more
}: { clock: VirtualClock; http: Http } & Partial<GateMonitorOptions>): Desk {
  const told: News[] = [];
  const logged: string[] = [];
  const note = (message: string) => void logged.push(message);
  const log: Log = { trace: note, debug: note, info: note, warn: note, error: note };
  let isFocused = true;
  const focus = new Emitter<void>((error) => {
    throw error;
  });
  const monitor = new GateMonitor({
    apiFor: (connection) =>
      Promise.resolve(
        new Api({
          http,
          log,
          baseUrl: connection.kind === 'server' ? connection.serverUrl : 'http://cloud.test',
          userAgent: 'test',
          token: 'token',
        }),
      ),
    journal: journalFile(),
    clock,
    random: () => 0.5,
    log,
    teller: {
      isReady: () => Promise.resolve(true),
      tell: (news) => {
        told.push(news);
        return Promise.resolve(true);
      },
    },
    window: { id: 'window', isFocused: () => isFocused, onDidChangeFocus: focus.event },
    options: () => ({ intervalMs: 60_000, mutedProjects: [] }),
    ...more,
  });
  const setFocus = (value: boolean) => {
    isFocused = value;
    focus.fire();
  };
  return { monitor, told, logged, setFocus };
}
