import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startGroup } from './processGroup.ts';
import { run } from './run.ts';

const root = join(import.meta.dirname, '..');
const cli = join(root, 'dist/cli.js');

interface EmbeddedPlatform {
  readonly url: string;
  readonly token: string;
  /** Password of the user `admin`. */
  readonly adminPassword: string;
  /** Analyses a folder as a project, which is created at the first time. The gate is `OK`, `ERROR` or `NONE`. */
  readonly analyze: (folder: string, projectKey: string) => Promise<{ readonly gate: string }>;
  readonly stop: () => Promise<void>;
}

export async function startEmbeddedPlatform(): Promise<EmbeddedPlatform> {
  const group = await startGroup(process.execPath, [cli, 'platform', 'start', '--json', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { stdout } = group.child;
  if (stdout === null) throw new Error('The platform has no stdout.');
  const ended = group.exited.then((code) => {
    throw new Error(`The platform ended at its start (exit ${code ?? 'by a signal'}).`);
  });
  // It also rejects when the platform ends normally, and is not awaited any more then.
  ended.catch(() => undefined);
  const [line] = (await Promise.race([once(createInterface(stdout), 'line'), ended])) as [string];
  const { url, token, adminPassword } = JSON.parse(line) as EmbeddedPlatform;
  return {
    url,
    token,
    adminPassword,
    analyze: async (folder, projectKey) => {
      const args = ['platform', 'analyze', folder, '--json', '--project', projectKey, '--url', url];
      const answer = await run(process.execPath, [cli, ...args], root, { SERVICE_TOKEN: token });
      return JSON.parse(answer) as { gate: string };
    },
    stop: group.stop,
  };
}
