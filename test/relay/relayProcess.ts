import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The secret with which deliveries to relays of `startRelayProcess` are signed. */
export const relaySecret = '0123456789abcdef';

const entry = join(import.meta.dirname, '../../src/entrypoints/relay.ts');

/**
 * Starts a relay in a separate process, and resolves when it listens.
 * @param options of `relay start`, in addition to the port and the secret
 * @param port 0 selects a free one
 */
export async function startRelayProcess(
  options: readonly string[],
  port: number,
): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const args = [entry, 'relay', 'start', '--json', '--port', String(port), ...options];
  const child = spawn(process.execPath, [...args, '--secret-env', 'RELAY_SECRET'], {
    env: { ...process.env, RELAY_SECRET: relaySecret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  if (line.done === true) throw new Error('The relay ended before it was ready');
  return { url: (JSON.parse(line.value) as { url: string }).url, child };
}
