/**
 * `npm run test:clients`: the tool server with the official inspector and with clients that others wrote. They are
 * installed into the cache when they are needed, so `npm test`, which needs no network, leaves this out.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { cacheFolder, installFromNpm } from '../../scripts/cache.ts';
import { temporaryFolder } from '../../scripts/temporaryFolder.ts';
import { startEmulator, type Emulator } from '../../src/emulator/emulator.ts';
import { programArguments } from '../support/toolServer.ts';
import { inspector, otherClients, type OtherClient } from './otherClients.data.ts';
import { homeVariables } from '../support/homeVariables.ts';

const run = promisify(execFile);
const answer = z.object({ tools: z.array(z.string()), text: z.string() });
const listing = z.object({ tools: z.array(z.object({ name: z.string() })) });

/** Returns the folder into which the packages are installed. Rejects where a registry cannot be reached. */
async function installed(registry: OtherClient['registry'], packages: readonly string[]): Promise<string> {
  const folder = join(cacheFolder(), 'clients', packages.join(' ').replace(/[^\w.=-]+/g, '_'));
  const isComplete = join(folder, 'complete');
  if (existsSync(isComplete)) return folder;
  mkdirSync(folder, { recursive: true });
  if (registry === 'npm') await installFromNpm(folder, packages, ['--ignore-scripts']);
  else {
    await run('python3', ['-m', 'venv', folder]);
    await run(join(folder, 'bin/pip'), ['install', '--quiet', '--retries=0', ...packages]);
  }
  writeFileSync(isComplete, '');
  return folder;
}

describe('the tool server with clients of others', function () {
  // Packages are installed, and processes start.
  this.timeout(300_000);

  let platform: Emulator;
  let server: readonly string[];
  let env: Record<string, string>;

  before(async () => {
    platform = await startEmulator();
    server = [process.execPath, ...programArguments];
    const home = temporaryFolder('clients');
    env = {
      PATH: process.env.PATH ?? '',
      ...homeVariables(home),
      SERVICE_HOME: home,
      SERVICE_CACHE: home,
      SERVICE_URL: platform.url,
      SERVICE_TOKEN: platform.token,
    };
  });
  after(() => platform.stop());

  /** Skips the test, with the reason, where the packages cannot be installed. */
  async function folderOr(
    context: Mocha.Context,
    registry: OtherClient['registry'],
    packages: readonly string[],
  ): Promise<string> {
    return installed(registry, packages).catch((error: unknown) => {
      console.log(
        `        ${packages.join(', ')} cannot be installed here: ${String(error).split('\n')[0] ?? ''}`,
      );
      return context.skip();
    });
  }

  for (const { title, registry, packages, program } of otherClients)
    it(`lists and calls its tools for ${title}`, async function () {
      const folder = await folderOr(this, registry, packages);
      const [name, text] = program;
      writeFileSync(join(folder, name), text);
      const command = registry === 'npm' ? process.execPath : join(folder, 'bin/python');
      const { stdout } = await run(command, [join(folder, name), ...server], { env });
      const { tools, text: said } = z.parse(answer, JSON.parse(stdout));
      assert.equal(tools.length, 20);
      assert.match(said, /pong/);
    });

  it('lists and calls its tools for the official inspector', async function () {
    const folder = await folderOr(this, 'npm', inspector.packages);
    const inspect = async (...args: readonly string[]): Promise<string> => {
      const variables = ['SERVICE_URL', 'SERVICE_TOKEN'].flatMap((name) => [
        '-e',
        `${name}=${env[name] ?? ''}`,
      ]);
      const program = [join(folder, inspector.program), '--cli', ...server, ...args, ...variables];
      return (await run(process.execPath, program, { env, cwd: env.HOME })).stdout;
    };
    const { tools } = z.parse(listing, JSON.parse(await inspect('--method', 'tools/list')));
    assert.equal(tools.length, 20);
    assert.match(await inspect('--method', 'tools/call', '--tool-name', 'ping_system'), /pong/);
    assert.match(await inspect('--method', 'prompts/list'), /review_quality_gate/);
  });
});
