import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { parse as parseYaml } from 'yaml';
import * as z from 'zod/mini';
import { cliPackage, writeNpmTarball } from '../../scripts/npmTarballs.ts';
import { readManifest } from '../../scripts/packagedExtension.ts';
import { run } from '../../scripts/processGroup.ts';
import { temporaryFolder } from '../../scripts/temporaryFolder.ts';
import { startEmulator } from '../../src/emulator/emulator.ts';
import { githubToken } from '../support/madeSecrets.ts';
import { homeVariables } from '../support/homeVariables.ts';
import { initialize, initialized, request } from '../support/toolServer.ts';

const root = join(import.meta.dirname, '../..');
const megabyte = 1_000_000;
/** Folders with a `node`, from `npm run test:install`. */
const nodes = process.env.SERVICE_INSTALL_NODES?.split(delimiter) ?? [dirname(process.execPath)];

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const step = z.object({
  run: z.optional(z.string()),
  with: z.optional(z.record(z.string(), z.unknown())),
});
const jobs = {
  GitHub: z.object({ jobs: z.object({ gate: z.object({ steps: z.array(step) }) }) }),
  GitLab: z.object({
    gate: z.object({ variables: z.record(z.string(), z.unknown()), script: z.array(z.string()) }),
  }),
};

/** The commands of a job on the page, and whether it fetches the whole history. */
function jobFor(forge: 'GitHub' | 'GitLab'): { readonly commands: string[]; readonly fetchesAll: boolean } {
  const page = readFileSync(join(root, 'docs/continuous-integration.md'), 'utf8');
  const section = page.slice(page.indexOf(`## ${forge}`));
  const block = parseYaml(/^```yaml\n(.*?)^```/msu.exec(section)?.[1] ?? '') as unknown;
  if (forge === 'GitLab') {
    const { gate } = jobs.GitLab.parse(block);
    return { commands: gate.script, fetchesAll: gate.variables.GIT_DEPTH === 0 };
  }
  const { steps } = jobs.GitHub.parse(block).jobs.gate;
  return {
    commands: steps.flatMap(({ run: command }) => command ?? []),
    fetchesAll: steps.some((item) => item.with?.['fetch-depth'] === 0),
  };
}

for (const node of nodes)
  describe(`the npm package service-cli, installed with the Node of ${node}`, () => {
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
        const child = execFile(file, [...args], options, (error, stdout, stderr) =>
          resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr }),
        );
        // A program may end without reading its input.
        child.stdin?.on('error', () => undefined).end(stdin);
      });

    let tarball = '';

    before('install it in an empty prefix, without a network', async () => {
      for (const name of ['home', 'project']) mkdirSync(join(folder, name));
      await run(process.execPath, ['scripts/build.ts'], root);
      tarball = await writeNpmTarball(folder, cliPackage);
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
      try {
        server.stdin.write([initialize, initialized, request(2, 'tools/list'), ''].join('\n'));
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
        const hello = JSON.stringify({ prompt: 'hello' });
        const clean = await execute('service-cli', ['hook', 'cursor', 'beforeSubmitPrompt'], login, hello);
        assert.match(clean.stdout, /"continue":true/u);
      } finally {
        await platform.stop();
      }
    });

    for (const forge of ['GitHub', 'GitLab'] as const)
      it(`runs the job for ${forge} of docs/continuous-integration.md in a clean clone`, async () => {
        const job = jobFor(forge);
        const origin = join(folder, `origin ${forge}`);
        const clone = join(folder, `clone ${forge}`);
        const programs = join(folder, `programs ${forge}`);
        for (const path of [origin, programs]) mkdirSync(path);
        const git = async (cwd: string, ...args: string[]): Promise<string> => {
          const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
          const ran = await execute('git', ['-C', cwd, ...identity, ...args]);
          assert.equal(ran.code, 0, ran.stderr);
          return ran.stdout.trim();
        };
        await git(origin, 'init', '--quiet', '--initial-branch=main');
        await git(origin, 'commit', '--quiet', '--allow-empty', '--message=start');
        const base = await git(origin, 'rev-parse', 'HEAD');
        await git(origin, 'checkout', '--quiet', '-b', 'change');
        writeFileSync(join(origin, 'cart.js'), 'export const total = 1;\n');
        await git(origin, 'add', '.');
        await git(origin, 'commit', '--quiet', '--message=change');
        const depth = job.fetchesAll ? [] : ['--depth=1'];
        await git(folder, 'clone', '--quiet', ...depth, `file://${origin}`, clone);
        // The scanner of a vendor needs its server, so the embedded platform's stands in its place.
        const scan = [process.execPath, join(root, 'dist/platform.js'), 'platform', 'analyze', '-p', 'shop'];
        writeFileSync(join(programs, 'npx'), `#!/bin/sh\nexec '${scan.join("' '")}'\n`, { mode: 0o755 });
        const platform = await startEmulator({ port: 0 });
        try {
          const script = job.commands
            .join('\n')
            .replace('service-cli@5', `--prefix '${folder}' '${tarball}'`);
          const ran = await execute('sh', ['-e', '-c', `cd '${clone}'\n${script}`], {
            PATH: [programs, env.PATH].join(delimiter),
            SERVICE_URL: platform.url,
            SERVICE_TOKEN: platform.token,
            GITHUB_BASE_REF: 'main',
            GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
            CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
          });
          assert.equal(ran.code, 0, ran.stdout + ran.stderr);
          assert.match(ran.stderr, /No secrets in 1 file/u);
          if (forge === 'GitHub')
            assert.match(readFileSync(join(folder, 'summary.md'), 'utf8'), /Quality gate of shop: passed/u);
          else assert.deepEqual(JSON.parse(readFileSync(join(clone, 'code-quality.json'), 'utf8')), []);
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
