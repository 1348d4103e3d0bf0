import assert from 'node:assert/strict';
import { WorkQueue } from '../../../src/core/workQueue.ts';

describe('WorkQueue', () => {
  it('starts work only when the work before has ended, in the order of the calls', async () => {
    const queue = new WorkQueue();
    const events: string[] = [];
    let endFirst = (): void => undefined;
    const first = new Promise<void>((resolve) => (endFirst = resolve));
    const results = [
      queue.run(async () => {
        events.push('first begins');
        await first;
        events.push('first ends');
        return 1;
      }),
      queue.run(() => {
        events.push('second begins');
        return Promise.resolve(2);
      }),
    ];
    await Promise.resolve();
    assert.deepEqual(events, ['first begins']);
    endFirst();
    assert.deepEqual(await Promise.all(results), [1, 2]);
    assert.deepEqual(events, ['first begins', 'first ends', 'second begins']);
  });

  it('runs the work after one that failed, whose caller gets the error', async () => {
    const queue = new WorkQueue();
    const failed = queue.run(() => Promise.reject(new RangeError('full')));
    const next = queue.run(() => Promise.resolve('done'));
    await assert.rejects(failed, new RangeError('full'));
    assert.equal(await next, 'done');
  });
});
