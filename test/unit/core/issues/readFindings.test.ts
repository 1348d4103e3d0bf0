import assert from 'node:assert/strict';
import { Api } from '../../../../src/core/api/client.ts';
import { readGateFindings, type GateFindings } from '../../../../src/core/issues/readFindings.ts';
import { createHttp } from '../../../../src/node/http/createHttp.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { startServer } from '../../../support/httpServer.ts';

const pageSize = 500;

/** Reads what makes a gate with these failing conditions fail; the totals are those that the platform answers. */
async function read(
  metrics: readonly string[],
  totals: { readonly issues?: Readonly<Record<string, number>>; readonly hotspots?: number },
): Promise<GateFindings> {
  await using server = await startServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://host');
    const types = searchParams.get('types') ?? 'all';
    const item = (key: string) => ({ key, rule: 'x:y', component: 'p:a.js', project: 'p', status: 'OPEN' });
    const list = (name: string, total: number) => ({
      paging: { total },
      [name]: Array.from({ length: Math.min(total, pageSize) }, (_, index) =>
        item(`${types}-${name}-${index}`),
      ),
    });
    const answer = pathname.endsWith('/project_status')
      ? {
          projectStatus: {
            status: 'ERROR',
            conditions: metrics.map((metricKey) => ({ status: 'ERROR', metricKey })),
          },
        }
      : pathname.endsWith('/issues/search')
        ? list('issues', totals.issues?.[types] ?? 0)
        : list('hotspots', totals.hotspots ?? 0);
    response.end(JSON.stringify(answer));
  });
  const api = new Api({
    http: createHttp(),
    log: new CollectingLog(),
    baseUrl: server.url,
    userAgent: 'test',
  });
  const scope = { project: 'p', organization: undefined, newCode: true };
  return await readGateFindings(scope, { api, call: {}, limit: pageSize });
}

describe('the number of findings behind a gate', () => {
  it('adds up what was not read for conditions with different reasons', async () => {
    const { findings, total } = await read(['new_bugs', 'new_security_hotspots'], {
      issues: { BUG: 700 },
      hotspots: 600,
    });
    assert.deepEqual([findings.length, total], [1000, 1300]);
  });

  it('counts findings once that two conditions have in common', async () => {
    const { findings, total } = await read(['new_bugs', 'new_violations', 'bugs'], {
      issues: { BUG: 700, all: 900 },
    });
    assert.deepEqual([findings.length, total], [1000, 1000 + 400 + 200]);
  });

  it('is that of one condition if several ask the same', async () => {
    const { findings, total } = await read(['new_bugs', 'new_reliability_rating'], { issues: { BUG: 3 } });
    assert.deepEqual([findings.length, total], [3, 3]);
  });

  it('says whether every failing condition is about new code', async () => {
    assert.equal((await read(['new_bugs', 'new_coverage'], {})).isNewCodeOnly, true);
    assert.equal((await read(['new_bugs', 'coverage'], {})).isNewCodeOnly, false);
  });
});
