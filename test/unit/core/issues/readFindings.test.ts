import assert from 'node:assert/strict';
import { readGateFindings, type GateFindings } from '../../../../src/core/issues/gateFindings.ts';
import { readIssues } from '../../../../src/core/issues/readFindings.ts';
import { fieldOf } from '../../../support/lists.ts';
import { apiAt } from '../../../support/platformStub.ts';
import { startServer } from '../../../support/httpServer.ts';

const pageSize = 500;

/** The numbers that the platform answers; `issues` by type, with `old` for those that are not in new code. */
interface Totals {
  readonly issues?: Readonly<Record<string, number>>;
  readonly old?: number;
  readonly hotspots?: number;
}

/** Reads what makes a gate with these failing conditions fail. */
async function read(metrics: readonly string[], totals: Totals): Promise<GateFindings> {
  await using server = await startServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://host');
    const types = searchParams.get('types') ?? 'all';
    const isNewOnly = searchParams.get('inNewCodePeriod') === 'true';
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
        ? list('issues', (totals.issues?.[types] ?? 0) + (isNewOnly ? 0 : (totals.old ?? 0)))
        : pathname.endsWith('/component_tree')
          ? { paging: { total: 0 }, components: [] }
          : list('hotspots', totals.hotspots ?? 0);
    response.end(JSON.stringify(answer));
  });
  const api = apiAt(server.url);
  const scope = { project: 'p', organization: undefined, newCode: true };
  return await readGateFindings(scope, { api, limit: pageSize });
}

describe('the related places of an issue', () => {
  const place = (component: string | undefined, msg: string) => ({
    component,
    msg,
    textRange: { startLine: 1, endLine: 1, startOffset: 0, endOffset: 1 },
  });
  const relatedOf = async (flows: unknown): Promise<readonly string[] | undefined> => {
    const item = { key: 'i', rule: 'x:y', component: 'p:a.js', project: 'p', status: 'OPEN', flows };
    await using server = await startServer((_, response) =>
      response.end(JSON.stringify({ paging: { total: 1 }, issues: [item] })),
    );
    const api = apiAt(server.url);
    const scope = { project: 'p', organization: undefined, newCode: true };
    const { findings } = await readIssues(scope, { api, limit: pageSize });
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

describe('the findings behind a gate', () => {
  const countsOf = ({ groups }: GateFindings) =>
    groups.map(({ conditions, findings, unread }) => [
      conditions.map(({ metricKey }) => metricKey).join(),
      findings.length,
      unread,
    ]);

  it('belong to the condition that counts them, with the number of those that were not read', async () => {
    const found = await read(['new_bugs', 'new_security_hotspots'], { issues: { BUG: 700 }, hotspots: 600 });
    assert.deepEqual(countsOf(found), [
      ['new_bugs', 500, 200],
      ['new_security_hotspots', 500, 100],
    ]);
    assert.equal(found.findings.length, 1000);
  });

  it('are not only those of new code for a condition on all code', async () => {
    const found = await read(['new_bugs', 'bugs'], { issues: { BUG: 3 }, old: 2 });
    assert.deepEqual(countsOf(found), [
      ['new_bugs', 3, 0],
      ['bugs', 5, 0],
    ]);
  });

  it('are asked for once if several conditions have the same reason', async () => {
    const found = await read(['new_bugs', 'new_reliability_rating'], { issues: { BUG: 3 } });
    assert.deepEqual(countsOf(found), [['new_bugs,new_reliability_rating', 3, 0]]);
  });

  it('are each there once, though two conditions count them', async () => {
    const found = await read(['new_bugs', 'bugs'], { issues: { BUG: 3 } });
    assert.deepEqual(countsOf(found), [
      ['new_bugs', 3, 0],
      ['bugs', 3, 0],
    ]);
    assert.equal(found.findings.length, 3);
  });

  it('are none of a condition without places, which says so', async () => {
    const { groups } = await read(['new_lines', 'new_bugs'], { issues: { BUG: 1 } });
    assert.deepEqual(fieldOf(groups, 'isComplete'), [false, true]);
  });

  it('say whether every failing condition is about new code', async () => {
    assert.equal((await read(['new_bugs', 'new_coverage'], {})).isNewCodeOnly, true);
    assert.equal((await read(['new_bugs', 'coverage'], {})).isNewCodeOnly, false);
  });
});

describe('the issues of a project with more than one search answers', () => {
  /** The number of issues of each file. */
  const counts: Readonly<Record<string, number>> = { 'a.js': 6000, 'b.js': 3500, 'c.js': 1500, 'd.js': 1000 };

  /** A platform that refuses pages beyond the 10,000th result, as the real one does. */
  const start = () =>
    startServer(({ url = '' }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://host');
      if (pathname.endsWith('/component_tree')) {
        const components = Object.entries(counts).map(([path, count]) => ({
          key: `p:${path}`,
          path,
          measures: [{ metric: 'violations', value: String(count) }],
        }));
        response.end(JSON.stringify({ paging: { total: components.length }, components }));
        return;
      }
      const page = Number(searchParams.get('p'));
      if (page * pageSize > 10_000) {
        response.writeHead(400).end(JSON.stringify({ errors: [{ msg: 'Can return only the first 10000' }] }));
        return;
      }
      const files = searchParams.get('files')?.split(',') ?? Object.keys(counts);
      const keys = files.flatMap((path) =>
        Array.from({ length: counts[path] ?? 0 }, (_, index) => ({ path, key: `${path}-${index}` })),
      );
      const issues = keys
        .slice((page - 1) * pageSize, page * pageSize)
        .map(({ path, key }) => ({ key, rule: 'x:y', component: `p:${path}`, project: 'p', status: 'OPEN' }));
      response.end(JSON.stringify({ paging: { total: keys.length }, issues }));
    });
  const scope = { project: 'p', organization: undefined, newCode: false };

  it('are all read, in searches for some of the files', async () => {
    await using server = await start();
    const { findings, total } = await readIssues(scope, { api: apiAt(server.url), limit: 20_000 });
    assert.equal(total, 12_000);
    assert.equal(new Set(findings.map(({ key }) => key)).size, 12_000);
    assert.equal(findings.length, 12_000);
  });

  it('are read up to the limit', async () => {
    await using server = await start();
    const { findings } = await readIssues(scope, { api: apiAt(server.url), limit: 1000 });
    assert.equal(findings.length, 1000);
  });

  it('are given page by page, so that a view shows the first ones at once', async () => {
    await using server = await start();
    const seen: number[] = [];
    const onPage = ({ findings }: { readonly findings: readonly unknown[] }) => {
      seen.push(findings.length);
    };
    await readIssues(scope, { api: apiAt(server.url), limit: 1000, onPage });
    assert.deepEqual(seen, [500, 1000]);
  });
});
