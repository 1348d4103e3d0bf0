import assert from 'node:assert/strict';
import type { Connection } from '../../../../../src/core/connections/connection.ts';
import { Failure, type FailureCode } from '../../../../../src/core/failures.ts';
import { failureToReport } from '../../../../../src/core/gate/poll/pollFailures.ts';
import { apiAt } from '../../../../support/platformStub.ts';
import { startServer } from '../../../../support/httpServer.ts';

const base = { uuid: 'c', connectionId: 'c', receiveNotifications: true };
const cloud: Connection = { ...base, kind: 'cloud', organizationKey: 'o', region: 'EU' };

/** Returns the code that is reported for a failure on a platform with this status, and the number of requests for it. */
async function report(
  code: FailureCode,
  { status, isCloud = false }: { readonly status: string; readonly isCloud?: boolean },
): Promise<readonly [code: string, requests: number]> {
  let requests = 0;
  await using server = await startServer((_, response) => {
    requests++;
    response.end(JSON.stringify({ status, version: '26.6' }));
  });
  const api = apiAt(server.url);
  const connection = isCloud ? cloud : { ...base, kind: 'server' as const, serverUrl: server.url };
  const error = new Failure(code, 'an answer');
  const result = await failureToReport(error, { connection, ask: (request) => request(api) });
  assert.ok(Failure.is(result));
  return [result.code, requests];
}

describe('a failed request', () => {
  for (const code of ['unauthorized', 'notFound'] as const) {
    it(`is believed (${code}) from a server that is up, and from the cloud without a question`, async () => {
      assert.deepEqual(await report(code, { status: 'UP' }), [code, 1]);
      assert.deepEqual(await report(code, { status: 'STARTING', isCloud: true }), [code, 0]);
    });

    it(`means that the platform is unavailable (${code}) while the server starts`, async () => {
      assert.deepEqual(await report(code, { status: 'STARTING' }), ['unavailable', 1]);
    });
  }

  it('is believed without a question if no starting server answers so', async () => {
    assert.deepEqual(await report('forbidden', { status: 'STARTING' }), ['forbidden', 0]);
  });
});
