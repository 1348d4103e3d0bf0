import assert from 'node:assert/strict';
import { retryWhileOpen } from '../../../../src/node/files/retryWhileOpen.ts';

/** Returns work that fails a number of times, the waits so far, and how often the work was called. */
function failing(times: number, code: string) {
  const waits: number[] = [];
  const wait = (ms: number) => Promise.resolve(waits.push(ms));
  let calls = 0;
  const work = () =>
    ++calls > times ? Promise.resolve('done') : Promise.reject(Object.assign(new Error(code), { code }));
  return { work, wait, waits, calls: () => calls };
}

describe('retryWhileOpen', () => {
  for (const code of ['EPERM', 'EACCES', 'EBUSY'])
    it(`repeats a rename on Windows until the file is closed (${code})`, async () => {
      const { work, wait, calls } = failing(3, code);
      assert.equal(await retryWhileOpen(work, 'win32', wait), 'done');
      assert.equal(calls(), 4);
    });

  it('fails after some seconds with the error of the system', async () => {
    const { work, wait, waits } = failing(Infinity, 'EPERM');
    await assert.rejects(retryWhileOpen(work, 'win32', wait), { code: 'EPERM' });
    const total = waits.reduce((sum, ms) => sum + ms, 0);
    assert.ok(total >= 3_000 && total <= 10_000, String(total));
  });

  it('repeats nothing on other systems, and no other error on Windows', async () => {
    for (const [platform, code] of [
      ['linux', 'EPERM'],
      ['win32', 'ENOSPC'],
    ] as const) {
      const { work, wait, calls } = failing(1, code);
      await assert.rejects(retryWhileOpen(work, platform, wait), { code });
      assert.equal(calls(), 1);
    }
  });
});
