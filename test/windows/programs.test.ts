import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtCli } from '../support/builtCli.ts';
import { homeVariables } from '../support/homeVariables.ts';
import { goodToken, withPlatform } from '../support/platformAnswers.ts';
import { withTempFolder } from '../support/tempFolder.ts';
import { runNode } from './runNode.ts';

const root = join(import.meta.dirname, '../..');

describe('service-cli on Windows', () => {
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

  it('gives a program a secret of the credential store, and names cmd for a script that only cmd starts', () =>
    withTempFolder(async (home) => {
      const cli = join(await builtCli(), 'cli.js');
      const run = (line: string, stdin = '') =>
        runNode([cli, ...line.split(' ')], { stdin, env: { ...homeVariables(home), Path: home }, cwd: home });
      const stored = await run('secret set TOKEN', 'made-up-value');
      assert.deepEqual([stored.code, stored.printed], [0, 'TOKEN is stored in keyring.\n']);
      const given = await run(`run --with TOKEN -- ${process.execPath} -p process.env.TOKEN.length`);
      assert.deepEqual([given.code, given.printed], [0, '13\n']);
      writeFileSync(join(home, 'npm.cmd'), 'echo x> started');
      for (const name of ['npm', 'npm.cmd', String.raw`.\npm.cmd`]) {
        const { code, printed } = await run(`run --with TOKEN -- ${name} test`);
        assert.equal(code, 1, printed);
        assert.ok(printed.includes(`"--" cmd /c ${name}`), printed);
      }
      assert.ok(!existsSync(join(home, 'started')));
      assert.equal((await run('secret remove TOKEN')).code, 0);
    }));

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

  it('finds an agent that npm has installed, with its version, and does not start the batch file', () =>
    withPlatform(({ url }) =>
      withTempFolder(async (folder) => {
        const cli = join(await builtCli(), 'cli.js');
        const [programs, project] = [join(folder, 'npm'), join(folder, 'project')];
        const scripts = join(programs, 'node_modules/opencode-ai/bin');
        for (const path of [scripts, project]) mkdirSync(path, { recursive: true });
        writeFileSync(join(scripts, 'opencode'), '');
        writeFileSync(
          join(scripts, '../package.json'),
          JSON.stringify({ version: '2.0.20', bin: { opencode: 'bin/opencode' } }),
        );
        // The lines of github.com/npm/cmd-shim that name the program, before another one.
        writeFileSync(
          join(programs, 'opencode.cmd'),
          [
            '@ECHO off',
            'GOTO start',
            ':find_dp0',
            'SET dp0=%~dp0',
            'EXIT /b',
            ':start',
            'SETLOCAL',
            'CALL :find_dp0',
            `echo x> ${join(folder, 'ran')}`,
            'endLocal & goto #_undefined_# 2>NUL ||',
            String.raw`title %COMSPEC% & "%_prog%"  "%dp0%\node_modules\opencode-ai\bin\opencode" %*`,
          ].join('\r\n'),
        );
        const env = {
          ...homeVariables(folder),
          SERVICE_KEYRING: 'off',
          SERVICE_URL: url,
          SERVICE_TOKEN: goodToken,
          Path: programs,
        };
        const run = (line: string) => runNode([cli, ...line.split(' ')], { env, cwd: project });
        assert.match((await run('integrate --non-interactive')).printed, /opencode/);
        const installed = await run('integrate opencode --non-interactive');
        assert.match(installed.printed, /OpenCode 2\.0\.20 is not guarded/);
        assert.ok(!existsSync(join(folder, 'ran')));
      }),
    ));

  it('writes a file 20 times while two processes read it, and loses nothing', () =>
    withTempFolder(async (folder) => {
      const file = join(folder, 'number');
      writeFileSync(file, '0');
      const readers = [1, 2].map(() =>
        spawn(
          process.execPath,
          ['-e', `setInterval(() => require('fs').readFileSync(${JSON.stringify(file)}), 5)`],
          {
            stdio: 'ignore',
          },
        ),
      );
      try {
        const { code, printed } = await runNode([join(root, 'test/support/lockedCounter.ts'), file, '20']);
        assert.equal(code, 0, printed);
        assert.equal(readFileSync(file, 'utf8'), '20');
      } finally {
        for (const reader of readers) reader.kill();
      }
    }));
});
