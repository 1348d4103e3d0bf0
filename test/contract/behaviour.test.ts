import assert from 'node:assert/strict';
import { startPlatform, type RunningPlatform } from '../../src/emulator/platform.ts';
import { Provisioner } from './provision.ts';
import { stories } from './stories.ts';
import { toolStories } from './toolStories.ts';

for (const version of ['9.9.0', '26.9.0'])
  describe(`embedded platform as ${version}`, () => {
    let platform: RunningPlatform;
    let admin: Provisioner;

    before(async () => {
      platform = await startPlatform({ serverVersion: version, webhooks: { timeoutMs: 500 } });
      admin = new Provisioner(platform.url, platform.token);
    });
    after(() => platform.stop());

    // Far enough apart for a platform that counts in seconds.
    let scanStart = Date.now() - 3_600_000;
    stories(
      () => admin,
      () => (scanStart += 10_000),
    );
    toolStories(() => admin);

    it('says which server it is while it starts, and nothing else', async () => {
      await admin.control({ status: 'STARTING' });
      const status = await fetch(`${platform.url}/api/system/status`);
      assert.equal(((await status.json()) as { status: string }).status, 'STARTING');
      const other = await fetch(`${platform.url}/api/users/current`);
      assert.deepEqual(
        [other.status, await other.text()],
        [404, '{"errors":[{"msg":"Unknown url : /api/users/current"}]}'],
      );
      await admin.control({ status: 'UP' });
      assert.equal((await fetch(`${platform.url}/api/users/current`)).status, 401);
    });
  });
