import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RelayKeys } from '../../src/relay/relayKeys.ts';
import { openNatsKeys } from '../../src/relay/nats/natsStore.ts';
import { openSqliteKeys } from '../../src/relay/sqliteStore.ts';
import { NatsCluster } from '../../test/relay/natsCluster.ts';
import { startRelayProcess } from '../../test/relay/relayProcess.ts';

/** Relays under measurement: one on an embedded log, or several on NATS. */
export interface Relays {
  readonly urls: readonly string[];
  readonly keys: RelayKeys;
  /** Returns the processor time of the relays since their start, in seconds. */
  readonly cpuSeconds: () => number;
  /** Returns the resident memory of the relays, in MiB. */
  readonly memoryMiB: () => number;
  /** Kills all relays and starts them again on the same ports. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** @param count relays on a NATS cluster of three nodes; undefined: one relay on an embedded log */
export async function startRelays(count: number | undefined): Promise<Relays> {
  const data = mkdtempSync(join(tmpdir(), 'relay-bench-'));
  const cluster = count === undefined ? undefined : await NatsCluster.start(3);
  const store = cluster ? ['--nats', cluster.urls.join(','), '--nats-replicas', '3'] : ['--data', data];
  const options = [...store, '--max-streams', '30000'];
  const opened = cluster
    ? await openNatsKeys({ servers: cluster.urls }, { replicas: 3, now: Date.now, onDelay: console.error })
    : openSqliteKeys(data, Date.now);
  let running = await Promise.all(Array.from({ length: count ?? 1 }, () => startRelayProcess(options, 0)));
  const sum = (of: (pid: number) => number): number =>
    running.reduce((total, { child }) => total + of(child.pid ?? 0), 0);
  const kill = async (): Promise<void> => {
    await Promise.all(
      running.map(({ child }) => {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGKILL');
        return ended;
      }),
    );
  };
  return {
    urls: running.map(({ url }) => url),
    keys: opened.keys,
    cpuSeconds: () => sum(cpuSecondsOf),
    memoryMiB: () => sum(memoryMiBOf),
    restart: async () => {
      const ports = running.map(({ url }) => Number(new URL(url).port));
      await kill();
      running = await Promise.all(ports.map((port) => startRelayProcess(options, port)));
    },
    stop: async () => {
      await kill();
      await opened.close();
      await cluster?.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Linux counts processor time in hundredths of a second. */
function cpuSecondsOf(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function memoryMiBOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
