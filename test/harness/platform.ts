import { once } from 'node:events';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { startGroup } from '../../scripts/processGroup.ts';
import { useToken } from './tokens.ts';

/** An embedded platform of a test's own, started from the built `dist/cli.js`. Works in the extension host too. */
export interface TestPlatform {
  readonly url: string;
  /** An administrator's user token. */
  readonly token: string;
  /** Analyses a folder; answers what `platform analyze --json` prints. */
  analyze(
    folder: string,
    projectKey: string,
    ...more: string[]
  ): Promise<{ taskId: string; status: string; gate: string }>;
  stop(): Promise<void>;
}

// The extension host runs on the editor's Node; the platform needs the one of the project.
const node = process.env.SERVICE_TEST_NODE ?? process.execPath;
const cli = join(process.env.SERVICE_TEST_ROOT ?? process.cwd(), 'dist/cli.js');

/**
 * Starts a platform on a free port with an empty store.
 * @param data folder of its store, which must not lie below the folders searched for tokens
 * @param more further arguments of `platform start`, for example `--cloud`
 */
export async function startPlatform(data: string, ...more: string[]): Promise<TestPlatform> {
  const group = await startGroup(
    node,
    [cli, 'platform', 'start', '--json', '--port', '0', '--data', data, ...more],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const stdout = group.child.stdout;
  if (stdout === null) throw new Error('The platform has no stdout.');
  const lines = createInterface(stdout);
  const ended = group.exited.then((code) => {
    throw new Error(`The platform ended at its start (exit ${code ?? 'by a signal'}).`);
  });
  ended.catch(() => undefined);
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string];
  const { url, token } = JSON.parse(line) as { url: string; token: string };
  useToken(token);
  return {
    url,
    token,
    analyze: async (folder, projectKey, ...options) => {
      const args = [
        cli,
        'platform',
        'analyze',
        folder,
        '--project',
        projectKey,
        '--url',
        url,
        '--json',
        ...options,
      ];
      const env = { ...process.env, SERVICE_TOKEN: token };
      const { stdout: answer } = await promisify(execFile)(node, args, { env });
      return JSON.parse(answer) as { taskId: string; status: string; gate: string };
    },
    stop: group.stop,
  };
}
