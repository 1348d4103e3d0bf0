import assert from 'node:assert/strict';
import { waitForTask } from '../../../../src/core/ci/analysisTask.ts';
import { Failure } from '../../../../src/core/failures.ts';
import { withAnswers } from '../../../support/platformStub.ts';

const task = (status: string) => ({ task: { id: 't', status } });

/** A clock that only `pause` moves. */
function clock() {
  let time = 0;
  const pauses: number[] = [];
  return {
    pauses,
    now: () => time,
    pause: (milliseconds: number) => {
      pauses.push(milliseconds);
      time += milliseconds;
      return Promise.resolve();
    },
  };
}

describe('waitForTask', () => {
  it('returns a task that has ended without waiting', () =>
    withAnswers({ 'api/ce/task': task('FAILED') }, undefined, async ({ api }) => {
      const time = clock();
      assert.equal((await waitForTask(api, 't', { ...time, timeoutMs: 1000 })).status, 'FAILED');
      assert.deepEqual(time.pauses, []);
    }));

  it('returns a task that never ends as it is after the time, asking less and less often', () =>
    withAnswers({ 'api/ce/task': task('PENDING') }, undefined, async ({ api, requests }) => {
      const time = clock();
      assert.equal((await waitForTask(api, 't', { ...time, timeoutMs: 60_000 })).status, 'PENDING');
      assert.equal(time.now(), 60_000);
      assert.ok(requests.length < 25, `${requests.length} requests`);
      assert.ok(Math.max(...time.pauses) <= 5000);
    }));

  it('reports each state once, and again every half minute', () =>
    withAnswers({ 'api/ce/task': task('PENDING') }, undefined, async ({ api }) => {
      const reported: string[] = [];
      const onWait = (state: string, elapsedMs: number) => {
        reported.push(`${state} ${Math.floor(elapsedMs / 30_000)}`);
      };
      await waitForTask(api, 't', { ...clock(), timeoutMs: 80_000, onWait });
      assert.deepEqual(reported, ['PENDING 0', 'PENDING 1', 'PENDING 2']);
    }));

  it('repeats requests to an unreachable platform, and throws the failure when the time is over', () =>
    withAnswers({ 'api/ce/task': 503 }, undefined, async ({ api, requests }) => {
      const time = clock();
      await assert.rejects(waitForTask(api, 't', { ...time, timeoutMs: 3000 }), (error) =>
        Failure.is(error, 'unavailable'),
      );
      assert.ok(requests.length > 2);
    }));

  it('throws at once for an unknown task', () =>
    withAnswers({ 'api/ce/task': 404 }, undefined, async ({ api, requests }) => {
      await assert.rejects(waitForTask(api, 't', { ...clock(), timeoutMs: 3000 }), (error) =>
        Failure.is(error, 'notFound'),
      );
      assert.equal(requests.length, 1);
    }));
});
