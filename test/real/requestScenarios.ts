import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../scripts/temporaryFolder.ts';
import { commandTable } from '../../src/cli/commandTable.ts';
import type { Provisioner } from '../contract/provision.ts';
import { loggedIn, runCli } from '../support/cliRun.ts';
import { startRecordingProxy, type RecordingProxy } from '../support/recordingProxy.ts';
import { assertNone } from '../support/lists.ts';

/** Shows what a command asks of a real server that has no endpoint for it. */
export function requestScenarios(admin: () => Provisioner): void {
  describe('requests to a real server', () => {
    let proxy: RecordingProxy;

    before(async () => {
      proxy = await startRecordingProxy(admin().url);
    });
    after(() => proxy.stop());

    it('upload no source for an agentic analysis that it does not have, and say so', async () => {
      const home = temporaryFolder('test');
      const cwd = join(home, 'shop');
      mkdirSync(cwd);
      writeFileSync(join(cwd, 'a.py'), 'x = 1\n');
      const token = await admin().token('agentic');
      const asked = proxy.requests.length;
      const { exitCode, stdout, stderr } = await runCli(
        ['analyze', 'agentic', '--project', 'shop', '--file', 'a.py'],
        { rows: commandTable, cwd, env: loggedIn(home, { url: proxy.url, token }) },
      );
      assert.deepEqual([exitCode, stdout], [1, '']);
      assert.match(stderr, /^✗ Agent analysis is not available: .*Enterprise or Data Center edition/m);
      assertNone(proxy.requests.slice(asked), (url) => url.includes('a3s'));
    });
  });
}
