import assert from 'node:assert/strict';
import { Api } from '../../../../src/core/api/client.ts';
import { readGateFindings, readIssues, type GateFindings } from '../../../../src/core/issues/readFindings.ts';
import { createHttp } from '../../../../src/node/http/createHttp.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { startServer } from '../../../support/httpServer.ts';

const pageSize = 500;

const apiAt = (baseUrl: string): Api =>
  new Api({ http: createHttp(), log: new CollectingLog(), baseUrl, userAgent: 'test' });

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
        : pathname.endsWith('/component_tree')
          ? { paging: { total: 0 }, components: [] }
          : list('hotspots', totals.hotspots ?? 0);
    response.end(JSON.stringify(answer));
  });
  const api = apiAt(server.url);
  const scope = { project: 'p', organization: undefined, newCode: true };
  return await readGateFindings(scope, { api, call: {}, limit: pageSize });
}

describe('the related places of an issue', () => {
  const place = (component: string | undefined, msg: string) => ({
    ...{ component, msg, textRange: { startLine: 1, endLine: 1, startOffset: 0, endOffset: 1 } },
  });
  const relatedOf = async (flows: unknown): Promise<readonly string[] | undefined> => {
    const item = { key: 'i', rule: 'x:y', component: 'p:a.js', project: 'p', status: 'OPEN', flows };
    await using server = await startServer((_, response) => {
      response.end(JSON.stringify({ paging: { total: 1 }, issues: [item] }));
    });
    const api = apiAt(server.url);
    const scope = { project: 'p', organization: undefined, newCode: true };
    const { findings } = await readIssues(scope, { api, call: {}, limit: pageSize });
    return findings[0]?.related.map(({ message }) => message);
  };

  it('are those of all flows in its file', async () => {
    const flows = [
      { locations: [place('p:a.js', 'one'), place('p:b.js', 'elsewhere'), { msg: 'nowhere' }] },
      { locations: [place(undefined, 'two')] },
    ];
    assert.deepEqual(await relatedOf(flows), ['one', 'two']);
  });

  it('are at most twenty', async () => {
    const flows = Array.from({ length: 30 }, () => ({ locations: [place('p:a.js', 'step')] }));
    assert.equal((await relatedOf(flows))?.length, 20);
  });

  it('cost only themselves when they are malformed', async () => {
    assert.deepEqual(await relatedOf('none'), []);
    assert.deepEqual(await relatedOf([{ locations: 7 }]), []);
    assert.deepEqual(await relatedOf(undefined), []);
  });
});

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
