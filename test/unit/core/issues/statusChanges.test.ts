import assert from 'node:assert/strict';
import type { Failure } from '../../../../src/core/failures.ts';
import { changeStatus } from '../../../../src/core/issues/statusChanges.ts';
import { apiAt } from '../../../support/platformStub.ts';
import { startServer } from '../../../support/httpServer.ts';

const issue = { key: 'i', rule: 'x:y', component: 'p:a.js', project: 'p', status: 'RESOLVED' };

/** Changes the status of an issue on a platform that refuses requests to a path. */
async function changeWhere(refused: string): Promise<Failure | undefined> {
  await using server = await startServer(({ url = '' }, response) => {
    if (url.includes(refused)) response.writeHead(403).end();
    else response.end(JSON.stringify({ issue }));
  });
  const api = apiAt(server.url);
  return await changeStatus(api, { key: 'i', transition: 'accept', comment: 'Agreed.' });
}

describe('a change of the status of an issue', () => {
  it('succeeds when only its comment is refused, and says so', async () => {
    assert.equal((await changeWhere('add_comment'))?.code, 'forbidden');
    assert.equal(await changeWhere('nothing'), undefined);
  });

  it('fails when the platform refuses it', () =>
    assert.rejects(changeWhere('do_transition'), { code: 'forbidden' }));
});
