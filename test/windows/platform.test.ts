import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { ModelPlatform } from '../simulation/modelPlatform.ts';
import { becomes } from '../support/becomes.ts';
import { builtCli } from '../support/builtCli.ts';
import { homeVariables } from '../support/homeVariables.ts';
import { withTempFolder } from '../support/tempFolder.ts';
import { serveModel, WindowProcess } from '../support/windowProcess.ts';
import { runNode } from './runNode.ts';

describe('the embedded platform on Windows', () => {
  it('is started, analyzes a folder, and tells its gate on the command line and to an agent', () =>
    withTempFolder(async (folder) => {
      const cli = join(await builtCli(), 'cli.js');
      const env = { ...homeVariables(folder), SERVICE_KEYRING: 'off', SERVICE_TOKEN: '', SERVICE_URL: '' };
      const data = join(folder, 'data');
      const platform = spawn(process.execPath, [cli, 'platform', 'start', '--port', '0', '--data', data], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(platform, 'exit');
      try {
        const shown: Record<string, string> = {};
        for await (const line of createInterface(platform.stdout)) {
          const [, name, value] = /\b(SERVICE_URL|SERVICE_TOKEN)\s*=\s*["']?([^"'\s]+)/.exec(line) ?? [];
          if (name !== undefined && value !== undefined) shown[name] = value;
          if (Object.keys(shown).length === 2) break;
        }
        const login = { ...env, ...shown };
        const source = join(folder, 'source');
        mkdirSync(source);
        const run = (line: string) => runNode([cli, ...line.split(' ')], { env: login, cwd: source });
        const analyze = (text: string) => {
          writeFileSync(join(source, 'a.js'), text);
          return run('platform analyze -p demo --fail-on-gate');
        };

        const first = await analyze('export const one = 1;\n');
        assert.equal(first.code, 0, first.printed);
        assert.match(first.printed, /1 file \(JavaScript 1\) .* passed/);
        const second = await analyze('export const one = 1;\ndebugger;\n');
        assert.equal(second.code, 52, second.printed);
        const gate = await run('gate status -p demo');
        assert.equal(gate.code, 52, gate.printed);
        assert.match(gate.printed, /Quality gate of demo: failed/);

        const client = new Client({ name: 'test', version: '1' });
        const stdio = { command: process.execPath, args: [cli, 'mcp'], env: login };
        await client.connect(new StdioClientTransport(stdio));
        try {
          const { content, isError } = await client.callTool({
            name: 'get_project_quality_gate_status',
            arguments: { projectKey: 'demo' },
          });
          assert.ok(isError !== true, JSON.stringify(content));
          assert.match(JSON.stringify(content), /ERROR/);
        } finally {
          await client.close();
        }
        assert.ok(existsSync(data));
      } finally {
        platform.kill();
        await ended;
      }
    }));
});

describe('two windows of the editor on Windows', () => {
  it('share one journal, and notify once', () =>
    withTempFolder(async (folder) => {
      const platform = new ModelPlatform(['p'], Date.now);
      platform.analyse('p', 'OK', 0);
      await using server = await serveModel(platform);
      const windows = ['a', 'b'].map((id) => new WindowProcess(folder, server.url, id));
      const all = (message: 'look' | 'check') => Promise.all(windows.map((window) => window.ask(message)));
      try {
        const statuses = async () => (await all('look')).map(({ status }) => status);
        await becomes(statuses, ['OK', 'OK']);
        platform.changeIssue('p', 'ERROR');
        await all('check');
        const delivered = async () => (await all('look')).flatMap((window) => window.delivered);
        await becomes(delivered, ['OK → ERROR']);
        const outcomes = async () => (await all('look')).map((window) => window.outcomes);
        await becomes(outcomes, [['toast'], ['toast']]);
        assert.deepEqual(await delivered(), ['OK → ERROR']);
      } finally {
        for (const window of windows) await window.end();
      }
    }));
});
