import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { commonJsPackage } from '../../../../src/node/files/serviceHome.ts';
import { cliFiles } from '../../../../src/extension/agentHooks/cliFiles.ts';
import { fireEvent } from '../../../fakeEditor/fakeEditor.ts';
import { builtCli } from '../../../support/builtCli.ts';
import { logIn } from '../../../support/hookedProject.ts';
import { withIntegrateFixture, type IntegrateFixture } from '../../../support/integrateFixture.ts';

/** Copies the files to another folder, as the extension does for a remote machine, and returns a starter of the program. */
async function copied({ home, project, env }: IntegrateFixture) {
  const bundles = await builtCli();
  const folder = join(home, 'copy');
  mkdirSync(folder);
  writeFileSync(join(folder, commonJsPackage.name), commonJsPackage.text);
  for (const name of cliFiles) copyFileSync(join(bundles, name), join(folder, name));
  return async (args: readonly string[], input = '') => {
    const child = spawn(process.execPath, [join(folder, 'cli.js'), ...args], { cwd: project, env });
    child.stdin.end(input);
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ]);
    assert.equal(code, 0, stderr);
    return stdout;
  };
}

describe('service-cli that was copied to a remote machine', () => {
  it('installs agent hooks that read command lines', () =>
    withIntegrateFixture(async (fixture) => {
      const start = await copied(fixture);
      await start(['integrate', 'cursor', '--non-interactive']);
      logIn(fixture);
      const { home, project: root } = fixture;
      const command = { command: 'echo hello', cwd: root };
      const { passes, messages } = await fireEvent('beforeShellExecution', command, { root, home });
      assert.ok(passes, messages.join('\n'));
    }));

  it('starts below a package of ES modules', () =>
    withIntegrateFixture(async (fixture) => {
      writeFileSync(join(fixture.home, 'package.json'), '{ "type": "module" }');
      const start = await copied(fixture);
      assert.match(await start(['--version']), /^\d+\.\d+\.\d+/);
    }));

  it('serves tools with the options of its command line', () =>
    withIntegrateFixture(async (fixture) => {
      const start = await copied(fixture);
      const clientInfo = { name: 'test', version: '1' };
      const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
      const initialize = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
      const answer = await start(['mcp', '--read-only'], `${initialize}\n`);
      const { result } = JSON.parse(answer) as { result?: unknown };
      assert.notEqual(result, undefined);
    }));
});
