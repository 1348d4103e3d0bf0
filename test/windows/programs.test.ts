import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtCli } from '../support/builtCli.ts';
import { homeVariables } from '../support/homeVariables.ts';
import { goodToken, withPlatform } from '../support/platformAnswers.ts';
import { withTempFolder } from '../support/tempFolder.ts';
import { runNode } from './runNode.ts';

const root = join(import.meta.dirname, '../..');

describe('service-cli on Windows', function () {
  // Each command starts a process.
  this.timeout(120_000);

  it('keeps the token of a login in the credential store until the logout', () =>
    withPlatform(({ url }) =>
      withTempFolder(async (home) => {
        const cli = join(await builtCli(), 'cli.js');
        const run = (line: string, stdin = '') =>
          runNode([cli, ...line.split(' ')], { stdin, env: homeVariables(home), cwd: home });
        const login = await run(`auth login --url ${url} --with-token`, goodToken);
        assert.equal(login.code, 0, login.printed);
        const state = readFileSync(join(home, '.service/service-cli/state.json'), 'utf8');
        assert.match(state, /"storedIn": "keyring"/);
        assert.ok(!state.includes(goodToken));
        const status = await run('auth status');
        assert.equal(status.code, 0, status.printed);
        assert.match(status.printed, /ada/);
        assert.equal((await run('auth logout')).code, 0);
        assert.notEqual((await run('auth status')).code, 0);
      }),
    ));

  it('installs hooks, finds them whole, and removes them', () =>
    withPlatform(({ url }) =>
      withTempFolder(async (home) => {
        const cli = join(await builtCli(), 'cli.js');
        const env = {
          ...homeVariables(home),
          SERVICE_KEYRING: 'off',
          SERVICE_URL: url,
          SERVICE_TOKEN: goodToken,
        };
        const run = (line: string) => runNode([cli, ...line.split(' ')], { env, cwd: home });
        const installed = await run('integrate cursor --global --non-interactive');
        assert.equal(installed.code, 0, installed.printed);
        const hooks = join(home, '.cursor/hooks.json');
        assert.match(
          readFileSync(hooks, 'utf8'),
          /powershell\.exe -NoProfile -NonInteractive -ExecutionPolicy Bypass/,
        );
        // cmd looks for a name without a path in the open folder first.
        writeFileSync(join(home, 'powershell.cmd'), 'echo x> planted');
        const { hooks: entries } = JSON.parse(readFileSync(hooks, 'utf8')) as {
          hooks: Record<string, { command: string }[]>;
        };
        const commands = Object.values(entries).flatMap((list) => list.map(({ command }) => command));
        assert.ok(commands.length > 0);
        for (const command of commands) spawnSync(command, { cwd: home, env, shell: true });
        assert.ok(!existsSync(join(home, 'planted')));
        const status = await run('system status');
        assert.match(status.printed, /cursor/i);
        const removed = await run('integrate cursor --global --remove --non-interactive');
        assert.equal(removed.code, 0, removed.printed);
        assert.ok(!existsSync(hooks));
      }),
    ));

  it('writes a file 200 times while two processes read it, and loses nothing', () =>
    withTempFolder(async (folder) => {
      const file = join(folder, 'number');
      writeFileSync(file, '0');
      const readers = [1, 2].map(() =>
        spawn(
          process.execPath,
          ['-e', `setInterval(() => require('fs').readFileSync(${JSON.stringify(file)}), 1)`],
          {
            stdio: 'ignore',
          },
        ),
      );
      try {
        const { code, printed } = await runNode([join(root, 'test/support/lockedCounter.ts'), file, '200']);
        assert.equal(code, 0, printed);
        assert.equal(readFileSync(file, 'utf8'), '200');
      } finally {
        for (const reader of readers) reader.kill();
      }
    }));
});
