import assert from 'node:assert/strict';
import { findCauses, reasonOfMetric } from '../../../../src/core/gate/causes.ts';
import { apiAt } from '../../../support/platformStub.ts';
import { startServer } from '../../../support/httpServer.ts';

/** Looks for the causes of a failing condition, and returns what the platform was asked. */
async function askedFor(
  metric: string,
  scope: { readonly branch?: string; readonly pullRequest?: string },
): Promise<Readonly<Record<string, string>> | undefined> {
  const asked: Record<string, string>[] = [];
  await using server = await startServer(({ url = '' }, response) => {
    asked.push(Object.fromEntries(new URL(url, 'http://host').searchParams));
    response.end(JSON.stringify({ paging: { total: 0 }, issues: [], hotspots: [] }));
  });
  const api = apiAt(server.url);
  await findCauses(api, { project: 'p', ...scope, metric, limit: 10 });
  return asked[0];
}

describe('the causes of a failing condition', () => {
  for (const metric of ['new_violations', 'new_security_hotspots_reviewed']) {
    it(`are looked for in the new code of a branch (${metric})`, async () => {
      assert.equal((await askedFor(metric, { branch: 'fix' }))?.inNewCodePeriod, 'true');
    });

    it(`are all findings of a pull request, which has no period of new code (${metric})`, async () => {
      const asked = await askedFor(metric, { pullRequest: '7' });
      assert.deepEqual([asked?.pullRequest, asked?.inNewCodePeriod], ['7', undefined]);
    });
  }

  for (const metric of ['violations', 'security_hotspots_reviewed'])
    it(`are looked for in all code if the condition is about all code (${metric})`, async () => {
      assert.notEqual((await askedFor(metric, { branch: 'fix' }))?.inNewCodePeriod, 'true');
    });

  for (const metric of ['new_lines', 'new_constructor', '__proto__'])
    it(`have no place to look for them for the metric ${metric}`, () =>
      assert.equal(reasonOfMetric(metric), undefined));

  it('are the first unresolved issues, as many as are shown', async () => {
    const asked = await askedFor('violations', { branch: 'fix' });
    assert.deepEqual([asked?.resolved, asked?.ps], ['false', '10']);
  });
});
