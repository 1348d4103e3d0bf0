import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import { parseReportTask, waitForTask } from '../../../../src/core/ci/analysisTask.ts';
import { Failure } from '../../../../src/core/failures.ts';
import { withAnswers } from '../../../support/platformStub.ts';

const platform = 'https://quality.example.org/sonar';
const lines = [
  'projectKey=shop',
  `serverUrl=${platform}`,
  'serverVersion=9.9.0.65466',
  `dashboardUrl=${platform}/dashboard?id=shop`,
  'ceTaskId=AaH7-5Cym6GgRnvNSyG9',
  `ceTaskUrl=${platform}/api/ce/task?id=AaH7-5Cym6GgRnvNSyG9`,
];
const report = `${lines.join('\n')}\n`;
const parsed = (text: string, baseUrl = platform) => parseReportTask(text, 'report-task.txt', baseUrl);

describe('parseReportTask', () => {
  it("returns the project and the task of a scanner's report", () =>
    assert.deepEqual(parsed(report), { project: 'shop', taskId: 'AaH7-5Cym6GgRnvNSyG9' }));

  it('refuses a report of another origin, and names both addresses [R11]', () =>
    assert.throws(
      () => parsed(report, 'https://quality.example.org:8443'),
      (error) =>
        Failure.is(error, 'wrongOrigin') &&
        error.message.includes('https://quality.example.org,') &&
        error.message.includes('https://quality.example.org:8443'),
    ));

  it('quotes no credentials of the address in the report', () => {
    const withCredentials = report.replaceAll('https://', 'https://jane:s3cret@');
    assert.throws(
      () => parsed(withCredentials, 'https://other.example.org'),
      (error) => Failure.is(error, 'wrongOrigin') && !/jane|s3cret/.test(error.message),
    );
  });

  it('refuses a report that is cut off at any place before its last value', () => {
    const complete = report.trimEnd();
    for (let end = 0; end < complete.length; end++)
      assert.throws(
        () => parsed(complete.slice(0, end)),
        (error) => Failure.is(error, 'malformed') || Failure.is(error, 'wrongOrigin'),
        complete.slice(0, end),
      );
  });

  it('refuses a task id that is more than an id', () =>
    assert.throws(() => parsed(report.replaceAll('AaH7-5Cym6GgRnvNSyG9', 'x&component=other')), Failure));

  it('throws nothing but a failure for any text', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        try {
          parsed(text);
        } catch (error) {
          assert.ok(Failure.is(error));
        }
      }),
    ));
});

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
      await assert.rejects(waitForTask(api, 't', { ...time, timeoutMs: 3000 }), { code: 'unavailable' });
      assert.ok(requests.length > 2);
    }));

  it('throws at once for an unknown task', () =>
    withAnswers({ 'api/ce/task': 404 }, undefined, async ({ api, requests }) => {
      await assert.rejects(waitForTask(api, 't', { ...clock(), timeoutMs: 3000 }), { code: 'notFound' });
      assert.equal(requests.length, 1);
    }));
});
