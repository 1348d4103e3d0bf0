import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { Api } from '../../../../src/core/api/client.ts';
import { searchDeveloperEvents } from '../../../../src/core/api/developerEvents.ts';
import { searchProjects } from '../../../../src/core/api/components.ts';
import { searchDependencyRisks } from '../../../../src/core/api/dependencyRisks.ts';
import { searchGateStatuses } from '../../../../src/core/api/measures.ts';
import { analyseFile } from '../../../../src/core/api/fileAnalysis.ts';
import { searchMetrics } from '../../../../src/core/api/metrics.ts';
import { searchEnterprisePortfolios } from '../../../../src/core/api/portfolios.ts';
import { getProjectGate } from '../../../../src/core/api/qualityGates.ts';
import { getCurrentUser } from '../../../../src/core/api/users.ts';
import { Failure, type FailureCode } from '../../../../src/core/failures.ts';
import type { HttpRequest } from '../../../../src/core/http.ts';
import { noLog } from '../../../../src/core/log.ts';
import { withAnswers } from '../../../support/platformStub.ts';

describe('Api', () => {
  it('sends the token as Basic login, which every server version takes', () =>
    withAnswers({ 'api/users/current': { isLoggedIn: true } }, 'squ_1', async ({ api, requests }) => {
      await getCurrentUser(api);
      assert.equal(requests[0]?.authorization, `Basic ${Buffer.from('squ_1:').toString('base64')}`);
    }));

  it('sends each request with the signal and the deadline that its client is bound to', async () => {
    const sent: Pick<HttpRequest, 'signal' | 'timeoutMs'>[] = [];
    const http = {
      send: ({ signal, timeoutMs }: HttpRequest) => {
        sent.push({ ...(signal && { signal }), ...(timeoutMs !== undefined && { timeoutMs }) });
        return Promise.resolve({
          status: 200,
          headers: {},
          body: '{"isLoggedIn":true,"id":"1","issues":[]}',
        });
      },
    };
    const { signal } = new AbortController();
    const api = new Api({ http, log: noLog, baseUrl: 'http://one.test', userAgent: 'test' });
    const bound = api.with({ signal, timeoutMs: 3_000 });
    await getCurrentUser(bound);
    await getCurrentUser(bound.with({ timeoutMs: 5_000 }));
    await analyseFile(api.with({ signal }), { project: 'p', path: 'a.js', content: '' });
    await getCurrentUser(api);
    const expected = [
      { signal, timeoutMs: 3_000 },
      { signal, timeoutMs: 5_000 },
      { signal, timeoutMs: 60_000 },
      {},
    ];
    assert.deepEqual(sent, expected);
    assert.ok(sent.slice(0, 3).every((request) => request.signal === signal));
  });

  it('encodes characters that the platform would misread', () =>
    withAnswers({ 'api/developers/search_events': { events: [] } }, 't', async ({ api, requests }) => {
      await searchDeveloperEvents(api, [
        { project: 'a b', since: Date.UTC(2026, 0, 2, 3, 4, 5) },
        { project: 'c+d', since: Date.UTC(2026, 0, 3, 3, 4, 5) },
      ]);
      const from = encodeURIComponent('2026-01-02T03:04:05+0000,2026-01-03T03:04:05+0000');
      assert.equal(requests[0]?.line, `GET api/developers/search_events?projects=a%20b%2Cc%2Bd&from=${from}`);
    }));

  it('replaces characters in a query that a URL cannot hold', async () => {
    const answer = { measures: [] };
    await withAnswers({ 'api/measures/search': answer }, 't', async ({ api, requests }) => {
      await searchGateStatuses(api, ['a\ud800', '\u{1F600}']);
      assert.match(requests[0]?.line ?? '', /projectKeys=a%EF%BF%BD%2C%F0%9F%98%80&/);
    });
  });

  it('keeps the good items of a list and says in the log which one it left out', async () => {
    const measures = [
      { metric: 'alert_status', component: 'a', value: 'OK' },
      { metric: 'alert_status', component: 7, value: 'OK' },
      { metric: 'alert_status', component: 'c' },
    ];
    await withAnswers({ 'api/measures/search': { measures } }, 't', async ({ api, warnings }) => {
      assert.deepEqual([...(await searchGateStatuses(api, ['a', 'b', 'c']))], [['a', 'OK']]);
      assert.match(warnings.join(), /left out measures\[1\]: component/);
    });
  });

  it('names a few of the items that it left out, and the number of the others [P4]', async () => {
    const measures = Array.from({ length: 1_000 }, () => 7);
    await withAnswers({ 'api/measures/search': { measures } }, 't', async ({ api, warnings }) => {
      assert.equal((await searchGateStatuses(api, ['a'])).size, 0);
      assert.equal(warnings.length, 6);
      assert.match(warnings.at(-1) ?? '', /left out 995 more of measures/);
    });
  });

  it('keeps the good items of every list, wherever the answer states the total', async () => {
    const broken = { key: 7 };
    await withAnswers(
      {
        'api/metrics/search': { metrics: [broken, { key: 'a', name: 'A', type: 'INT' }], total: 9 },
        'sca/issues-releases': { issuesReleases: [broken, { key: 'r' }], page: { total: 8 } },
        'enterprises/portfolios': { portfolios: [broken, { id: 'i', name: 'I' }], page: { total: 7 } },
      },
      't',
      async ({ api, warnings }) => {
        const pages = [
          await searchMetrics(api),
          await searchDependencyRisks(api, 'sca', { project: 'p' }),
          await searchEnterprisePortfolios(api, { enterprise: 'e' }),
        ];
        assert.deepEqual(
          pages.map(({ items, total }) => [items.map(({ key }) => key), total]),
          [
            [['a'], 9],
            [['r'], 8],
            [['i'], 7],
          ],
        );
        assert.equal(warnings.length, 3);
      },
    );
  });

  it('sends no filter that the platform would refuse', () =>
    withAnswers({ 'api/components/search_projects': { components: [] } }, 't', async ({ api, requests }) => {
      await searchProjects(api, { text: 'a' });
      await searchProjects(api, { text: 'my "x"' });
      assert.deepEqual(
        requests.map(({ line }) => new URLSearchParams(line.split('?')[1]).get('filter')),
        [null, 'query = "my  x"'],
      );
    }));

  for (const [status, code] of [
    [301, 'redirected'],
    [400, 'badRequest'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'notFound'],
    [410, 'removed'],
    [429, 'rateLimited'],
    [500, 'serverError'],
    [503, 'unavailable'],
  ] as const satisfies [number, FailureCode][])
    it(`rejects ${status} as ${code}`, () =>
      withAnswers({ 'api/qualitygates/project_status': status }, 't', ({ api }) =>
        assert.rejects(getProjectGate(api, { project: 'p' }), (error) => Failure.is(error, code)),
      ));

  it('names the endpoint and the place of what does not parse, never its value', async () => {
    const answer = { projectStatus: { status: 17, conditions: [] } };
    await withAnswers({ 'api/qualitygates/project_status': answer }, 't', ({ api }) =>
      assert.rejects(getProjectGate(api, { project: 'p' }), (error: unknown) => {
        assert(Failure.is(error, 'malformed'));
        assert.match(error.message, /^GET api\/qualitygates\/project_status: projectStatus\.status: /);
        assert(!error.message.includes('17'));
        return true;
      }),
    );
  });
});
