import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../scripts/temporaryFolder.ts';
import { commandTable } from '../../src/cli/commandTable.ts';
import { Api } from '../../src/core/api/client.ts';
import { createHttp } from '../../src/node/http/createHttp.ts';
import type { Provisioner } from '../contract/provision.ts';
import { clean } from '../contract/pythonFiles.ts';
import { RecordingNotifier } from '../contract/recordingNotifier.ts';
import { openWatchingWindow } from '../contract/watchingWindow.ts';
import { serverConnection } from '../simulation/desk.ts';
import { runCli } from '../support/cliRun.ts';
import { CollectingLog } from '../support/collectingLog.ts';
import { startRecordingProxy, type RecordingProxy } from '../support/recordingProxy.ts';

/** More than fit into one request. */
const watchedProjects = 110;
/** Requests of one poll: two for the gates, and those for events and new issues. */
const mostRequests = 4;
/** How many projects are created at a time: a server needs a third of a second for each. */
const width = 10;

/** What a real server is asked for: by a poll of many projects, and by a command that it has no endpoint for. */
export function requestScenarios(admin: () => Provisioner): void {
  describe('requests to a real server', () => {
    let proxy: RecordingProxy;

    before(async () => {
      proxy = await startRecordingProxy(admin().url);
    });
    after(() => proxy.stop());

    it(`are ${mostRequests} at most in a poll of ${watchedProjects} projects`, async () => {
      const keys = Array.from({ length: watchedProjects }, (_, n) => `many-${n}`);
      for (let n = 0; n < keys.length; n += width)
        await Promise.all(keys.slice(n, n + width).map((key) => admin().project(key)));
      await admin().analyse('many-7', { files: clean });
      const log = new CollectingLog();
      const token = await admin().token('many');
      const api = new Api({ http: createHttp(), log, baseUrl: proxy.url, userAgent: 'test', token });
      const { monitor, close } = openWatchingWindow(api, new RecordingNotifier(() => ''));
      try {
        const connection = serverConnection('many', { serverUrl: proxy.url });
        monitor.watch(keys.map((project) => ({ connection, project })));
        await monitor.start();
        await monitor.check();
        const asked = proxy.requests.length;
        await monitor.check();
        const requests = proxy.requests.slice(asked);
        console.log(`        ${requests.map((url) => url.replace(/\?.*/, '')).join(' ')}`);
        assert.ok(requests.length <= mostRequests, `${requests.length} requests`);
        assert.equal(monitor.journal.gateOf('many', 'many-7').gate?.status, 'OK');
      } finally {
        close();
      }
    });

    for (const text of [true, false])
      it(`upload no source for an agentic analysis that it does not have, and say so in ${text ? 'text' : 'JSON'}`, async () => {
        const home = temporaryFolder('test');
        const cwd = join(home, 'shop');
        mkdirSync(cwd);
        writeFileSync(join(cwd, 'a.py'), 'x = 1\n');
        const token = await admin().token(`agentic ${text}`);
        const asked = proxy.requests.length;
        const run = await runCli(['analyze', 'agentic', '--project', 'many-7', '--file', 'a.py'], {
          rows: commandTable,
          cwd,
          env: { HOME: home, SERVICE_KEYRING: 'off', SERVICE_URL: proxy.url, SERVICE_TOKEN: token },
          text,
        });
        console.log(`        ${run.stdout.trim()}${run.stderr.trim()}`);
        assert.equal(run.exitCode, 0, run.stderr);
        assert.equal(`${run.stdout}${run.stderr}`.trim().split('\n').length, 1);
        if (!text) assert.equal((JSON.parse(run.stdout) as { available: boolean }).available, false);
        assert.deepEqual(
          proxy.requests.slice(asked).filter((url) => url.includes('a3s')),
          [],
        );
      });
  });
}
