import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseReportTask } from '../../../../src/core/ci/analysisTask.ts';
import { Failure } from '../../../../src/core/failures.ts';

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
