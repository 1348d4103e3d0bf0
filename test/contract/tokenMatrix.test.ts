import assert from 'node:assert/strict';
import { recordedVersions, tokenMatrix } from './recorded.ts';
import { buildRecordedWorld, gateName, type Callers } from './recordedWorld.ts';
import { usePlatform } from './usePlatform.ts';

/** The request for each endpoint of the matrix. */
const queries: Readonly<Record<string, string>> = {
  'developers/search_events gate': 'projects=gate&from=2026-11-20T00%3A00%3A00%2B0000',
  'qualitygates/project_status gate': 'projectKey=gate',
  'qualitygates/project_status priv-b': 'projectKey=priv-b',
  'qualitygates/show': `name=${encodeURIComponent(gateName)}`,
  'measures/component gate': 'component=gate&metricKeys=alert_status',
  'measures/component priv-b': 'component=priv-b&metricKeys=alert_status',
  'measures/search both': 'projectKeys=gate,priv-b&metricKeys=alert_status',
  'measures/search_history gate': 'component=gate&metrics=alert_status',
  'measures/component_tree gate': 'component=gate&metricKeys=violations',
  'components/show gate': 'component=gate',
  'components/show priv-b': 'component=priv-b',
  'project_branches/list gate': 'project=gate',
  'project_branches/list priv-b': 'project=priv-b',
  'project_analyses/search gate': 'project=gate',
  'issues/search gate': 'componentKeys=gate',
  'issues/search priv-b': 'componentKeys=priv-b',
  'hotspots/search gate': 'project=gate&projectKey=gate',
  'rules/show': 'key=external_test:rule-bug-critical',
  'sources/raw gate': 'key=gate%3Asrc%2Fa.py',
  'webhooks/list gate': 'project=gate',
  'webhooks/list priv-b': 'project=priv-b',
  'webhooks/deliveries gate': 'componentKey=gate',
  'ce/component gate': 'component=gate',
};

for (const version of recordedVersions)
  describe(`embedded platform as ${version}: kinds of token`, () => {
    const { platform } = usePlatform({ serverVersion: version });
    let callers: Callers;

    before(async () => {
      callers = await buildRecordedWorld(platform.url, platform.token);
    });

    for (const [endpoint, expected] of Object.entries(tokenMatrix(version)))
      it(`${endpoint} answers every caller as the real server did`, async () => {
        const [path = ''] = endpoint.split(' ');
        const answers = await Promise.all(
          Object.keys(expected).map(async (caller) => {
            const authorization = callers.get(caller);
            const response = await fetch(`${platform.url}/api/${path}?${queries[endpoint] ?? ''}`, {
              headers: authorization === undefined ? {} : { Authorization: authorization },
            });
            await response.text();
            return [caller, response.status] as const;
          }),
        );
        assert.deepEqual(Object.fromEntries(answers), expected);
      });
  });
