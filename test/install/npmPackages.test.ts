import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { cliPackage, writeNpmTarball } from '../../scripts/npmTarballs.ts';
import { readManifest } from '../../scripts/packagedExtension.ts';
import { run } from '../../scripts/run.ts';
import { temporaryFolder } from '../../scripts/temporaryFolder.ts';
import { startEmulator } from '../../src/emulator/emulator.ts';
import { githubToken } from '../support/madeSecrets.ts';
import { homeVariables } from '../support/homeVariables.ts';

const root = join(import.meta.dirname, '../..');
const megabyte = 1_000_000;
/** Folders with a `node`, from `npm run test:install`. */
const nodes = process.env.SERVICE_INSTALL_NODES?.split(delimiter) ?? [dirname(process.execPath)];

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

for (const node of nodes)
  describe(`the npm package service-cli, installed with the Node of ${node}`, function () {
    this.timeout(60_000);
    const folder = temporaryFolder('install');
    const env = {
      // No variable of this machine or run decides what npm and the program do.
      PATH: [node, join(folder, 'bin'), process.env.PATH].join(delimiter),
      ...homeVariables(join(folder, 'home')),
      npm_config_cache: join(folder, 'cache'),
      npm_config_offline: 'true',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
    };
    const execute = (
      file: string,
      args: readonly string[],
      added: NodeJS.ProcessEnv = {},
      stdin = '',
    ): Promise<Ran> =>
      new Promise((resolve) => {
        const options = { cwd: join(folder, 'project'), env: { ...env, ...added }, timeout: 50_000 };
        const child = execFile(file, [...args], options, (error, stdout, stderr) => {
          resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
        });
        child.stdin?.end(stdin);
      });

    before('install it in an empty prefix, without a network', async () => {
      for (const name of ['home', 'project']) mkdirSync(join(folder, name));
      await run(process.execPath, ['scripts/build.ts'], root);
      const tarball = await writeNpmTarball(folder, cliPackage);
      const { code, stdout, stderr } = await execute('npm', ['install', '-g', '--prefix', folder, tarball]);
      assert.deepEqual([code, stderr], [0, ''], stdout);
    });

    it('needs no other package, and takes at most 4 MB [S3]', () => {
      const modules = join(folder, 'lib/node_modules');
      const files = readdirSync(modules, { recursive: true, encoding: 'utf8' });
      const manifests = files.filter((file) => file.endsWith('package.json'));
      assert.deepEqual(manifests, ['service-cli/package.json']);
      const size = files.reduce((sum, file) => sum + statSync(join(modules, file)).size, 0);
      assert.ok(size <= 4 * megabyte, `${(size / megabyte).toFixed(1)} MB`);
    });

    it('prints the version of package.json', async () => {
      const { version } = await readManifest();
      const ran = await execute('service-cli', ['--version']);
      assert.deepEqual(ran, { code: 0, stdout: `${version}\n`, stderr: '' });
    });

    it('starts the tool server, which lists its tools', async () => {
      const server = spawn('service-cli', ['mcp'], { env, cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] });
      const ask = (method: string, params: object, id?: number): void => {
        server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      };
      try {
        const clientInfo = { name: 'install test', version: '1' };
        ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }, 1);
        ask('notifications/initialized', {});
        ask('tools/list', {}, 2);
        for await (const line of createInterface(server.stdout)) {
          const answer = JSON.parse(line) as { id: number; result: { tools?: unknown[] } };
          if (answer.id !== 2) continue;
          assert.ok((answer.result.tools?.length ?? 0) > 10, line);
          return;
        }
        assert.fail('The tool server ended without an answer.');
      } finally {
        server.kill();
      }
    });

    it('installs hooks for an agent that block a secret', async () => {
      const platform = await startEmulator({ port: 0 });
      try {
        const login = { SERVICE_URL: platform.url, SERVICE_TOKEN: platform.token };
        await execute('git', ['init', '--quiet']);
        const installed = await execute('service-cli', ['integrate', 'cursor', '--non-interactive'], login);
        assert.equal(installed.code, 0, installed.stderr);
        const hooks = readFileSync(join(folder, 'project/.cursor/hooks.json'), 'utf8');
        assert.ok(hooks.includes('beforeSubmitPrompt'));
        const status = await execute('service-cli', ['system', 'status', '--json'], login);
        assert.match(status.stdout, /"CONFIGURED"/u);
        const prompt = JSON.stringify({ prompt: `use ${githubToken(1)}` });
        const asked = await execute('service-cli', ['hook', 'cursor', 'beforeSubmitPrompt'], login, prompt);
        assert.match(asked.stdout, /"continue":false/u);
        const clean = await execute(
          'service-cli',
          ['hook', 'cursor', 'beforeSubmitPrompt'],
          login,
          JSON.stringify({ prompt: 'hello' }),
        );
        assert.match(clean.stdout, /"continue":true/u);
      } finally {
        await platform.stop();
      }
    });

    it('names the package of the embedded platform, which is not part of it', async () => {
      const { code, stderr } = await execute('service-cli', ['platform', 'start']);
      assert.equal(code, 1);
      assert.match(stderr, /npm install --global service-emulator/u);
    });
  });
