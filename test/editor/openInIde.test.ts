import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { OpenInIde } from '../../src/extension/openInIde/openInIde.ts';
import type { GateServices } from '../../src/extension/gates/gateServices.ts';
import { becomes } from '../support/becomes.ts';
import { CollectingLog } from '../support/collectingLog.ts';
import { qualityConnection } from '../support/qualityConnection.ts';

const origin = 'https://quality.example';
const now = 1_000_000_000_000;

/** The part of the services that requests reach when no folder of the window is bound. */
function servicesIn(folder: string) {
  const log = new CollectingLog();
  const shown: string[] = [];
  const timers = new Set<{ readonly callback: () => void; dispose(): void }>();
  const services = {
    context: { globalStorageUri: vscode.Uri.file(folder) },
    window: { id: 'this window' },
    clock: {
      now: () => now,
      setTimer: (_ms: number, callback: () => void) => {
        const timer = { callback, dispose: () => void timers.delete(timer) };
        timers.add(timer);
        return timer;
      },
    },
    connections: () => [qualityConnection],
    baseUrlOf: () => origin,
    // Asked once for each request that this window shows.
    allGates: () => {
      shown.push('request');
      return [];
    },
    log,
    report: (error: unknown) => {
      throw error;
    },
  } as unknown as GateServices;
  return { services, log, shown, timers };
}

describe('opening findings from pages of the platform', () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-open-'));
  const { services, log, shown, timers } = servicesIn(folder);
  const taken: Server[] = [];
  // Not those of editors, which tests that run at the same time take and free.
  const ports: number[] = [];
  let openInIde: OpenInIde;

  before(async () => {
    for (let count = 0; count < 2; count++) {
      const server = createServer((socket) => socket.destroy());
      await once(server.listen(0, '127.0.0.1'), 'listening');
      taken.push(server);
      ports.push((server.address() as AddressInfo).port);
    }
    openInIde = new OpenInIde(services, ports);
  });
  after(() => {
    openInIde.dispose();
    for (const server of taken) server.close();
  });

  /** Whether this window answers pages at one of the ports. */
  async function isListening(): Promise<boolean> {
    const statuses = ports.map((port) =>
      fetch(`http://127.0.0.1:${port}/sonarlint/api/status`, {
        headers: { origin },
        signal: AbortSignal.timeout(5000),
      }).then(
        ({ status }) => status,
        () => undefined,
      ),
    );
    return (await Promise.all(statuses)).includes(200);
  }

  it('is tried again a minute after all ports were taken, without another warning', async () => {
    await openInIde.listenFor([qualityConnection], true);
    assert.equal(await isListening(), false);
    const fire = () => {
      for (const { callback } of [...timers]) callback();
    };
    const [first] = timers;
    fire();
    // The next timer is set when the ports were tried.
    await becomes(() => [...timers].some((timer) => timer !== first), true);
    assert.equal(log.lines.filter((line) => line.includes('No port is free')).length, 1);
    await Promise.all(taken.splice(0).map((server) => new Promise((done) => server.close(done))));
    fire();
    await becomes(isListening, true);
    await becomes(() => timers.size, 0);
  });

  it('stops when this window leads no connection any more', async () => {
    await openInIde.listenFor([], true);
    await becomes(isListening, false);
  });

  it('takes what another window handed over once, and removes what is too old', async () => {
    const file = join(folder, 'openInIde.json');
    const request = { origin, kind: 'issue', key: 'i', project: 'p' };
    const handedOver = (id: string, window: string, at: number) => ({ id, window, at, request });
    const requests = [
      handedOver('old', 'a window that has gone', now - 61_000),
      handedOver('old and mine', 'this window', now - 61_000),
      handedOver('mine', 'this window', now - 1000),
      handedOver('for another', 'another window', now - 1000),
    ];
    writeFileSync(`${file}.part`, JSON.stringify({ version: 1, requests }));
    renameSync(`${file}.part`, file);
    const left = () => {
      const stored = JSON.parse(readFileSync(file, 'utf8')) as { requests: { id: string }[] };
      return Promise.resolve(stored.requests.map(({ id }) => id));
    };
    await becomes(left, ['for another']);
    await becomes(() => shown, ['request']);
  });
});
