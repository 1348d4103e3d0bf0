import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startGroup } from '../../../scripts/processGroup.ts';

/** A child that starts a child which ignores SIGTERM, and prints that one's process id. */
const stubborn = `
const grandchild = require('node:child_process').spawn(process.execPath, ['-e',
  "process.on('SIGTERM', () => {}); console.log(process.pid); setInterval(() => {}, 1000)"], { stdio: 'inherit' });
grandchild.unref();
setInterval(() => {}, 1000);`;

describe('process group', () => {
  it('ends with everything that was started in it, willing or not', async () => {
    const group = await startGroup(process.execPath, ['-e', stubborn], {
      stdio: ['ignore', 'pipe', 'inherit'],
      graceMs: 300,
    });
    assert.ok(group.child.stdout);
    await once(createInterface(group.child.stdout), 'line');
    // The grandchild has the other end of this pipe too.
    const closed = once(group.child, 'close');
    await group.stop();
    await closed;
    assert.equal(await group.exited, null);
  });

  it('says how its first process ended', async () => {
    const group = await startGroup(process.execPath, ['-e', 'process.exit(7)']);
    assert.equal(await group.exited, 7);
    await group.stop();
  });

  it('rejects what cannot be started', () =>
    assert.rejects(startGroup('/nonexistent/program', []), { code: 'ENOENT' }));
});
