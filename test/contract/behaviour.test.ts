import assert from 'node:assert/strict';
import { platformScenarios } from './scenarios.ts';
import { toolScenarios } from './toolScenarios.ts';
import { usePlatform } from './usePlatform.ts';

for (const version of ['9.9.0', '26.9.0'])
  describe(`embedded platform as ${version}`, () => {
    const { platform, admin } = usePlatform({ serverVersion: version, webhooks: { timeoutMs: 500 } });

    // Far enough apart for a platform that counts in seconds.
    let scanStart = Date.now() - 3_600_000;
    platformScenarios(
      () => admin,
      () => (scanStart += 10_000),
    );
    toolScenarios(() => admin);

    it('answers only with its version and status while it starts', async () => {
      platform.control({ status: 'STARTING' });
      const status = await fetch(`${platform.url}/api/system/status`);
      assert.equal(((await status.json()) as { status: string }).status, 'STARTING');
      const other = await fetch(`${platform.url}/api/users/current`);
      assert.deepEqual(
        [other.status, await other.text()],
        [404, '{"errors":[{"msg":"Unknown url : /api/users/current"}]}'],
      );
      platform.control({ status: 'UP' });
      assert.equal((await fetch(`${platform.url}/api/users/current`)).status, 401);
    });
  });
