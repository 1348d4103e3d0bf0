import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { processRun } from '../../../../src/node/process/processRun.ts';

describe('run of a process', () => {
  it('has one name during the life of the process, beginning with its id', async () => {
    const name = await processRun(process.pid);
    assert.equal(await processRun(process.pid), name);
    assert.ok(name.startsWith(String(process.pid)));
  });

  it('has another name for another process, also for one that has ended', async () => {
    const other = spawn(process.execPath, ['-e', '']);
    // It may end before the next line has its answer.
    const ended = once(other, 'exit');
    const pid = other.pid ?? 0;
    assert.notEqual(await processRun(pid), await processRun(process.pid));
    await ended;
    assert.ok((await processRun(pid)).startsWith(String(pid)));
  });

  it('distinguishes two processes of one id by their start', async function () {
    if (process.platform !== 'linux') this.skip();
    assert.match(await processRun(process.pid), /^\d+@\d+$/);
  });
});
