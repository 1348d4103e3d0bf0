import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandTable } from '../../src/cli/commandTable.ts';
import { startEmulator, type Emulator } from '../../src/emulator/emulator.ts';
import { Provisioner } from '../contract/provision.ts';
import { builtCli, runBuiltCli } from './builtCli.ts';
import { loggedIn, runCli, type CliOptions, type CliRun } from './cliRun.ts';
import { startServer } from './httpServer.ts';
import { userToken } from './madeSecrets.ts';

/** A platform and a folder that every command of service-cli can be tried on. Stdout is a pipe. */
export interface CommandFixture {
  /** A folder bound to the project `demo`, with one file that holds a secret and one that does not. */
  readonly folder: string;
  readonly platform: Emulator;
  /** A webhook of `demo`, to an address that accepts everything, and a delivery of it. */
  readonly webhook: string;
  readonly delivery: string;
  /** Makes an empty folder. */
  readonly ownFolder: () => string;
  /** Makes a webhook of `demo` without deliveries. */
  readonly newWebhook: () => Promise<string>;
  /** Runs a command of the `commands` bundle in this process. */
  readonly run: (args: readonly string[], more?: Pick<CliOptions, 'stdin' | 'prompts'>) => Promise<CliRun>;
  /** Runs a command in a separate process; `untilAnswer` ends it after its first line. */
  readonly start: (args: readonly string[], untilAnswer?: 'untilAnswer') => Promise<CliRun>;
  readonly close: () => Promise<void>;
}

const newest = { edition: 'enterprise', serverVersion: '2026.5.0.1' } as const;

/** @param json whether each command gets `--json` */
export async function openCommandFixture(json: boolean): Promise<CommandFixture> {
  const platform = await startEmulator(newest);
  const target = await startServer((request, response) => request.resume().once('end', () => response.end()));
  const home = mkdtempSync(join(tmpdir(), 'service-cli-'));
  const folder = join(home, 'work');
  writeProject(folder);
  const admin = new Provisioner(platform.url, platform.token);
  await admin.project('demo');
  const newWebhook = (): Promise<string> => createWebhook(admin, target.url);
  const webhook = await newWebhook();
  await admin.analyse('demo', { files: { 'a.ts': { source: 'one' } } });
  const { deliveries } = await admin.get<{ deliveries: { id: string }[] }>('webhooks/deliveries', {
    webhook,
  });
  const bundles = await builtCli();
  const withToken = loggedIn(home, platform);
  const { SERVICE_TOKEN: _, ...env } = withToken;
  let folders = 0;
  return {
    folder,
    platform,
    webhook,
    delivery: deliveries[0]?.id ?? '',
    newWebhook,
    ownFolder: () => {
      const own = join(home, `own${++folders}`);
      mkdirSync(own);
      return own;
    },
    run: (args, more = {}) =>
      runCli(args, {
        rows: commandTable,
        cwd: folder,
        // The variable would go before the login that these two are about.
        env: args[1] === 'login' || args[1] === 'logout' ? env : withToken,
        bundles,
        text: !json,
        ...more,
      }),
    start: (args, untilAnswer) =>
      runBuiltCli(json ? [...args, '--json'] : args, {
        untilAnswer: untilAnswer !== undefined,
        env: { ...withToken, SERVICE_HOME: home },
      }),
    close: async () => {
      await target.stop();
      await platform.stop();
      rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

function writeProject(folder: string): void {
  mkdirSync(folder);
  writeFileSync(join(folder, 'service-project.properties'), 'service.projectKey=demo\n');
  writeFileSync(join(folder, 'leak.txt'), `log in with ${userToken(5)}\n`);
  writeFileSync(join(folder, 'clean.ts'), 'debugger;\n');
}

async function createWebhook(admin: Provisioner, url: string): Promise<string> {
  const order = { name: 'ci', url, project: 'demo' };
  return (await admin.post<{ webhook: { key: string } }>('webhooks/create', order)).webhook.key;
}
