import assert from 'node:assert/strict';
import { listLimit, ProjectFindings } from '../../../../src/core/issues/projectFindings.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { apiAt } from '../../../support/platformStub.ts';
import { startServer } from '../../../support/httpServer.ts';

const { signal } = new AbortController();

/** A platform whose project has so many issues, all in `src/a.js`; with what was requested from it. */
async function platformWith(total: number) {
  const asked: string[] = [];
  let status = 200;
  const server = await startServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://host');
    const path = pathname.replace('/api/', '');
    asked.push(path);
    const page = Number(searchParams.get('p'));
    const size = Math.max(0, Math.min(Number(searchParams.get('ps')), total - (page - 1) * 500));
    const issue = { rule: 'x:y', component: 'p:src/a.js', project: 'p', line: 1, status: 'OPEN' };
    const issues = Array.from({ length: size }, (_, index) => ({ ...issue, key: `${page}-${index}` }));
    response.statusCode = status;
    if (path === 'sources/raw') response.end('one();\n');
    else if (path === 'qualitygates/project_status')
      response.end(JSON.stringify({ projectStatus: { status: 'OK', conditions: [] } }));
    else if (path === 'issues/search') response.end(JSON.stringify({ paging: { total }, issues }));
    else response.end(JSON.stringify({ paging: { total: 0 }, hotspots: [], analyses: [], sources: [] }));
  });
  let now = 0;
  const api = apiAt(server.url);
  const findings = new ProjectFindings({
    api: () => Promise.resolve(api),
    scope: { project: 'p', organization: undefined, newCode: true },
    clock: { now: () => now },
    log: new CollectingLog(),
  });
  return {
    asked,
    findings,
    answer: (code: number) => (status = code),
    wait: (ms: number) => (now += ms),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

describe('the requests for the issues of files', () => {
  it('are two for the project, one for a file with issues, and none for other files and repeats', async () => {
    await using platform = await platformWith(1);
    await platform.findings.of('src/a.js', signal);
    for (const path of ['src/a.js', 'src/b.js', 'src/c.js']) await platform.findings.of(path, signal);
    assert.deepEqual(platform.asked, ['issues/search', 'hotspots/search', 'sources/raw']);
  });

  it('are one page for a project with 100,000 issues, and two for each file', async () => {
    await using platform = await platformWith(100_000);
    await platform.findings.of('src/a.js', signal);
    assert.deepEqual(platform.asked, ['issues/search', 'hotspots/search', 'issues/search', 'sources/raw']);
  });

  it('read all pages of a project at the limit of a list', async () => {
    await using platform = await platformWith(listLimit);
    await platform.findings.of('src/b.js', signal);
    assert.equal(platform.asked.filter((path) => path === 'issues/search').length, listLimit / 500);
  });

  it('pause for a minute after a failure', async () => {
    await using platform = await platformWith(1);
    platform.answer(503);
    await assert.rejects(platform.findings.of('src/a.js', signal), { code: 'unavailable' });
    platform.answer(200);
    await assert.rejects(platform.findings.of('src/a.js', signal), { code: 'unavailable' });
    assert.equal(platform.asked.length, 1);
    platform.wait(60_000);
    assert.equal((await platform.findings.of('src/a.js', signal))?.in('one();').length, 1);
  });

  it('read an analysed text again for the gate, because there may have been another analysis', async () => {
    await using platform = await platformWith(1);
    const positions = () => platform.findings.positionsOf('src/a.js', [], signal);
    await positions();
    await positions();
    await platform.findings.ofGate(signal);
    await positions();
    assert.equal(platform.asked.filter((path) => path === 'sources/raw').length, 2);
  });

  it('are two for the lines of a file that tests run, and one where the analyzed text is known', async () => {
    await using platform = await platformWith(1);
    assert.deepEqual(await platform.findings.linesOf('src/a.js', signal), {
      analyzed: 'one();\n',
      lines: [],
    });
    await platform.findings.linesOf('src/a.js', signal);
    assert.deepEqual(platform.asked, ['sources/raw', 'sources/lines', 'sources/lines']);
  });

  it('are not sent after a cancellation', async () => {
    await using platform = await platformWith(1);
    await assert.rejects(platform.findings.of('src/a.js', AbortSignal.abort()), { code: 'cancelled' });
    assert.deepEqual(platform.asked, []);
  });
});
