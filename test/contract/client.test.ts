import assert from 'node:assert/strict';
import { listBranches } from '../../src/core/api/branches.ts';
import { Api } from '../../src/core/api/client.ts';
import { searchProjects, showProject } from '../../src/core/api/components.ts';
import { searchDeveloperEvents } from '../../src/core/api/developerEvents.ts';
import { searchIssues } from '../../src/core/api/issues.ts';
import {
  getComponentMeasures,
  searchFileMeasures,
  searchGateStatuses,
  searchMeasureHistory,
} from '../../src/core/api/measures.ts';
import { getProjectGate } from '../../src/core/api/qualityGates.ts';
import { getSourceLines } from '../../src/core/api/sources.ts';
import { getSystemStatus } from '../../src/core/api/system.ts';
import { getCurrentUser } from '../../src/core/api/users.ts';
import { createWebhook, listDeliveries, listWebhooks } from '../../src/core/api/webhooks.ts';
import { Failure } from '../../src/core/failures.ts';
import { CollectingLog } from '../support/collectingLog.ts';
import { recordedExchanges, recordedVersions, type RecordedExchange } from './recorded.ts';
import { assertNone } from '../support/lists.ts';

type Read = (api: Api) => Promise<unknown>;

/** How the product's own client reads each recorded path. */
const readers: Readonly<Record<string, Read>> = {
  '/api/system/status': (api) => getSystemStatus(api),
  '/api/users/current': (api) => getCurrentUser(api),
  '/api/components/show': (api) => showProject(api, 'k'),
  '/api/components/search_projects': (api) => searchProjects(api, {}),
  '/api/project_branches/list': (api) => listBranches(api, 'k'),
  '/api/measures/component': (api) => getComponentMeasures(api, { component: 'k', metrics: ['ncloc'] }),
  '/api/measures/search': (api) => searchGateStatuses(api, ['k']),
  '/api/measures/component_tree': (api) =>
    searchFileMeasures(api, { component: 'k', metrics: ['ncloc'], sort: 'ncloc', ascending: true }),
  '/api/measures/search_history': (api) =>
    searchMeasureHistory(api, { component: 'k', metrics: ['alert_status'] }),
  '/api/qualitygates/project_status': (api) => getProjectGate(api, { project: 'k' }),
  '/api/issues/search': (api) => searchIssues(api, {}),
  '/api/sources/lines': (api) => getSourceLines(api, { key: 'k:f' }),
};
const events: Read = (api) => searchDeveloperEvents(api, [{ project: 'k', since: 0 }]);
const byName: readonly (readonly [pattern: RegExp, read: Read])[] = [
  [/^(?:create|fill)/u, (api) => createWebhook(api, { name: 'n', url: 'http://h' })],
  [/^list/u, (api) => listWebhooks(api, {})],
  [/^dv /u, (api) => listDeliveries(api, { webhook: 'k' })],
];

/** Returns the function of the client that reads a recorded answer; undefined if it makes no such call. */
function readerOf(file: string, { path, name, method }: RecordedExchange): Read | undefined {
  if (file === 'search-events') return events;
  if (file === 'webhooks') return byName.find(([pattern]) => pattern.test(name))?.[1];
  return method === 'GET' ? readers[path ?? ''] : undefined;
}

const codes: Readonly<Record<number, Failure['code']>> = {
  400: 'badRequest',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'notFound',
  500: 'serverError',
};

const files = [
  'auth-and-status',
  'components',
  'measures',
  'quality-gates',
  'search-events',
  'paging',
  'issues-rules-sources',
  'users-tokens',
  'webhooks',
];

for (const version of recordedVersions)
  describe(`our client on answers recorded from ${version}`, () => {
    for (const file of files)
      for (const recorded of recordedExchanges(version, file)) {
        const read = readerOf(file, recorded);
        if (!read) continue;
        it(`reads ${file}/${recorded.name} (${recorded.status})`, async () => {
          const log = new CollectingLog();
          const { status, body, contentType } = recorded;
          const headers: Record<string, string> = contentType ? { 'content-type': contentType } : {};
          const http = { send: () => Promise.resolve({ status, headers, body }) };
          const api = new Api({ http, log, baseUrl: 'http://h', userAgent: 'test' });
          if (status === 200) {
            await read(api);
            assertNone(log.lines, (line) => line.includes('left out'));
          } else
            await assert.rejects(read(api), (error) => {
              assert.ok(Failure.is(error), String(error));
              assert.deepEqual([error.code, error.status], [codes[status], status]);
              return true;
            });
        });
      }
  });
