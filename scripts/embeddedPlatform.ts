import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startGroup } from './processGroup.ts';
import { run } from './run.ts';

/** A running embedded platform. */
export interface EmbeddedPlatform {
  readonly url: string;
  /** An administrator's user token. */
  readonly token: string;
  /** Password of the user `admin`; undefined if the data folder had one before. */
  readonly adminPassword: string | undefined;
  /** Analyses a folder as a project, which is created at the first time. */
  readonly analyze: (folder: string, projectKey: string, ...options: string[]) => Promise<Analysis>;
  readonly stop: () => Promise<void>;
}

export interface Analysis {
  readonly taskId: string;
  readonly status: string;
  /** The gate after it: `OK`, `ERROR` or `NONE`. */
  readonly gate: string;
}

/** The Node of the platform, and the folder whose `dist/` has it. Both differ from those of the extension host. */
export interface PlatformProgram {
  readonly node: string;
  readonly root: string;
}

/**
 * Starts a platform on a free port.
 * @param options of `service-cli platform start`, for example `--data <folder>` or `--cloud`
 */
export async function startEmbeddedPlatform(
  { node, root }: PlatformProgram,
  ...options: string[]
): Promise<EmbeddedPlatform> {
  const cli = join(root, 'dist/cli.js');
  const group = await startGroup(node, [cli, 'platform', 'start', '--json', '--port', '0', ...options], {
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
  const { url, token, adminPassword } = JSON.parse(line) as Pick<
    EmbeddedPlatform,
    'url' | 'token' | 'adminPassword'
  >;
  return {
    url,
    token,
    adminPassword,
    analyze: async (folder, projectKey, ...more) => {
      const args = [
        cli,
        'platform',
        'analyze',
        folder,
        '--json',
        '--project',
        projectKey,
        '--url',
        url,
        ...more,
      ];
      return JSON.parse(await run(node, args, root, { SERVICE_TOKEN: token })) as Analysis;
    },
    stop: group.stop,
  };
}
