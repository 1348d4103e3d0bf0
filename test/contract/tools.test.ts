import assert from 'node:assert/strict';
import { allTools } from '../../src/tools/catalogue/allTools.ts';
import { startServer, type TestServer } from '../support/httpServer.ts';
import { callerWith, type Caller } from '../support/toolCaller.ts';
import { documented } from './documentedAnswers.data.ts';
import type { TestAnalysis } from './provision.ts';
import { fieldOf } from '../support/lists.ts';
import { usePlatform } from './usePlatform.ts';

const project = 'tools';
const file = `${project}:src/a.ts`;
const source = 'one\ntwo\nthree\nfour\n';
const clean = { 'src/a.ts': { source } };
const dirty: TestAnalysis['files'] = {
  'src/a.ts': {
    source,
    issues: [{ line: 2, severity: 'CRITICAL', type: 'BUG', message: 'Two is wrong.' }],
    facts: {
      lineHits: [
        [1, 3],
        [2, 0],
        [3, 1],
      ],
      conditions: [[3, 2, 1]],
      duplications: [{ first: 1, last: 2, copies: [] }],
    },
  },
};

/** Answers that tools gave, for the test that no schema takes another tool's. */
const answers = new Map<string, Record<string, unknown>>();

for (const serverVersion of ['9.9.0', '26.9.0'])
  describe(`tools on the embedded platform as ${serverVersion}`, () => {
    const { platform, admin } = usePlatform({ serverVersion, edition: 'developer' });
    let caller: Caller;
    let issueKey = '';

    before(async () => {
      await admin.project(project, 'Tools');
      await admin.gate(
        'Strict',
        [
          ['bugs', 'GT', '0'],
          ['coverage', 'LT', '80'],
        ],
        project,
      );
      await admin.analyse(project, { files: clean, date: Date.parse('2026-01-01T00:00:00Z') });
      await admin.analyse(project, {
        files: dirty,
        revision: 'abc',
        date: Date.parse('2026-01-03T00:00:00Z'),
      });
      [issueKey = ''] = await admin.openIssues(project);
      caller = callerWith({ SERVICE_URL: platform.url, SERVICE_TOKEN: platform.token });
    });

    const ask = async (
      name: string,
      args: Record<string, unknown> = {},
    ): Promise<Record<string, unknown>> => {
      const data = await caller.data(name, args);
      answers.set(name, data);
      return data;
    };

    it('checks the connection [TS4]', async () => {
      const { response, login, url } = await ask('ping_system');
      assert.deepEqual({ response, login, url }, { response: 'pong', login: 'admin', url: platform.url });
    });

    it('finds projects and branches [TS5]', async () => {
      assert.deepEqual(await ask('search_my_service_projects', { q: 'ool' }), {
        projects: [{ key: project, name: 'Tools' }],
        total: 1,
      });
      const { branches } = (await ask('list_branches', { projectKey: project })) as {
        branches: { name: string; gate: string; isMain: boolean }[];
      };
      assert.deepEqual(
        branches.map(({ isMain, gate }) => ({ isMain, gate })),
        [{ isMain: true, gate: 'ERROR' }],
      );
      assert.deepEqual((await ask('list_pull_requests', { projectKey: project })).pullRequests, []);
    });

    it('lists the changes since a date', async () => {
      const { analyses, changes, createdTotal } = (await ask('get_changes_since', {
        projectKey: project,
        since: '2026-01-02',
      })) as {
        analyses: { revision?: string }[];
        changes: { metric: string; from?: string; to: string }[];
        createdTotal: number;
      };
      assert.deepEqual(fieldOf(analyses, 'revision'), ['abc']);
      assert.deepEqual(
        changes.find(({ metric }) => metric === 'bugs'),
        { metric: 'bugs', from: '0', to: '1' },
      );
      assert.equal(createdTotal, 1);
    });

    it('explains why the gate failed, with the issue and its file', async () => {
      const { gate, failing, behind } = (await ask('explain_quality_gate', { projectKey: project })) as {
        gate: string;
        failing: { metric: string }[];
        behind: { metric: string; file: string; line?: number; key?: string }[];
      };
      assert.equal(gate, 'ERROR');
      assert.deepEqual(failing.map(({ metric }) => metric).sort(), ['bugs', 'coverage']);
      assert.ok(behind.some(({ metric, key, line }) => metric === 'bugs' && key === issueKey && line === 2));
      assert.ok(behind.some(({ metric, file: path }) => metric === 'coverage' && path === 'src/a.ts'));
    });

    it('returns gate statuses of one project and of many, and the gates', async () => {
      assert.equal((await ask('get_project_quality_gate_status', { projectKey: project })).status, 'ERROR');
      const { gates } = await ask('list_project_gate_statuses', { projectKeys: [project, 'unknown'] });
      assert.deepEqual(gates, [
        { projectKey: project, status: 'ERROR' },
        { projectKey: 'unknown', status: 'NONE' },
      ]);
      assert.deepEqual((await caller.data('list_project_gate_statuses')).gates, [
        { projectKey: project, status: 'ERROR' },
      ]);
      const { qualityGates } = (await ask('list_quality_gates')) as {
        qualityGates: { name: string; conditions: string[] }[];
      };
      assert.ok(
        qualityGates
          .find(({ name }) => name === 'Strict')
          ?.conditions.some((text) => text.startsWith('bugs')),
      );
    });

    it('finds issues and shows their rule', async () => {
      const { issues, total } = (await ask('search_service_issues_in_projects', {
        projectKeys: [project],
      })) as {
        issues: { key: string; file: string; line: number; rule: string; message: string }[];
        total: number;
      };
      assert.equal(total, 1);
      const { key, file: path, line, message, rule = '' } = issues[0] ?? {};
      assert.deepEqual(
        { key, path, line, message },
        { key: issueKey, path: 'src/a.ts', line: 2, message: 'Two is wrong.' },
      );
      assert.equal((await ask('show_rule', { key: rule })).ruleKey, rule);
    });

    it('measures, now and over time', async () => {
      const { measures } = await ask('get_component_measures', {
        projectKey: project,
        metricKeys: ['bugs', 'alert_status'],
      });
      assert.deepEqual(measures, { bugs: '1', alert_status: 'ERROR' });
      const ofFile = await caller.data('get_component_measures', {
        projectKey: project,
        path: 'src/a.ts',
        metricKeys: ['bugs'],
      });
      assert.deepEqual(ofFile, { component: file, measures: { bugs: '1' } });
      const { history } = await ask('get_measures_history', { projectKey: project, metricKeys: ['bugs'] });
      assert.deepEqual(fieldOf(history as { values: unknown }[], 'values'), [{ bugs: '0' }, { bugs: '1' }]);
      assert.ok(Number((await ask('search_metrics')).total) > 50);
    });

    it('finds uncovered lines and duplicates', async () => {
      const { filesByCoverage } = await ask('search_files_by_coverage', { projectKey: project });
      assert.equal((filesByCoverage as { path: string }[])[0]?.path, 'src/a.ts');
      const { linesToCover, uncoveredLines } = await ask('get_file_coverage_details', { key: file });
      assert.deepEqual({ linesToCover, uncoveredLines }, { linesToCover: 3, uncoveredLines: [2] });
      const { duplicatedFiles } = await ask('search_duplicated_files', { projectKey: project });
      assert.equal((duplicatedFiles as { duplicatedLines: number }[])[0]?.duplicatedLines, 2);
    });

    it('shows sources and languages', async () => {
      assert.equal((await ask('get_raw_source', { key: file })).sourceCode, `${source}\n`);
      assert.equal(
        (await caller.data('get_raw_source', { key: file, fromLine: 3 })).sourceCode,
        'three\nfour\n\n',
      );
      await ask('get_scm_info', { key: file });
      assert.ok(Array.isArray((await ask('list_languages')).languages));
    });

    it('answers about the system', async () => {
      assert.equal((await ask('get_system_status')).systemStatus, 'UP');
      assert.equal((await ask('get_system_health')).health, 'GREEN');
      assert.ok(((await ask('get_system_info')).sectionNames as string[]).length > 0);
      assert.equal((await ask('get_system_logs')).logType, 'app');
    });

    it('finds no hotspots in a project without any', async () => {
      assert.deepEqual(await caller.data('search_security_hotspots', { projectKey: project }), {
        hotspots: [],
        total: 0,
      });
    });

    it('creates, lists, updates and deletes a webhook without showing credentials [WA1]', async () => {
      const url = 'https://ada:secret@hooks.example/x';
      const created = await ask('create_webhook', {
        projectKey: project,
        name: 'hook',
        url,
        secret: 'sixteen characters',
      });
      const { key } = created.createdWebhook as { key: string };
      assert.ok(!JSON.stringify(created).includes('secret@'));
      const { webhooks } = (await ask('list_webhooks', { projectKey: project })) as {
        webhooks: { url: string; hasSecret: boolean }[];
      };
      assert.deepEqual(fieldOf(webhooks, 'hasSecret'), [true]);
      const masked = { webhookKey: key, name: 'hook', url: webhooks[0]?.url ?? '' };
      assert.match(
        await caller.problem('update_webhook', { ...masked, url: 'https://***:******@hooks.example/x' }),
        /masked/,
      );
      await ask('update_webhook', { webhookKey: key, name: 'renamed', url: 'https://hooks.example/y' });
      assert.equal(
        ((await caller.data('list_webhooks', { projectKey: project })).webhooks as { name: string }[])[0]
          ?.name,
        'renamed',
      );
      assert.deepEqual((await ask('list_webhook_deliveries', { webhookKey: key })).deliveries, []);
      await ask('delete_webhook', { webhookKey: key, confirm: true });
      assert.deepEqual((await caller.data('list_webhooks', { projectKey: project })).webhooks, []);
    });

    it('assigns an issue, and takes the assignment back', async () => {
      const { assignee } = await ask('assign_service_issue', { key: issueKey, assignee: '_me' });
      assert.equal(assignee, '_me');
      await ask('assign_service_issue', { key: issueKey });
      const unknown = { key: issueKey, assignee: 'nobody' };
      assert.match(await caller.problem('assign_service_issue', unknown), /Unknown user/);
    });

    it('changes many issues at once only with consent, and counts those that it could not change', async () => {
      const change = { issueKeys: [issueKey, 'unknown'], status: 'accept', comment: 'Agreed.' };
      const refusal = await caller.problem('change_service_issues_in_bulk', change);
      assert.match(refusal, /Change 2 issues at once\?.*confirm: true/);
      const counts = await ask('change_service_issues_in_bulk', { ...change, confirm: true });
      assert.deepEqual(counts, { changed: 1, ignored: 1, failed: 0 });
      await ask('change_service_issues_in_bulk', { issueKeys: [issueKey], status: 'reopen', confirm: true });
      const mine = { issueKeys: [issueKey], assignee: '_me', confirm: true };
      assert.equal((await ask('change_service_issues_in_bulk', mine)).changed, 1);
      await ask('assign_service_issue', { key: issueKey });
      assert.match(
        await caller.problem('change_service_issues_in_bulk', { issueKeys: [issueKey], confirm: true }),
        /Pass status or assignee/,
      );
    });

    it('changes the gate by changing the status of an issue', async () => {
      const { newStatus } = await ask('change_service_issue_status', {
        key: issueKey,
        status: 'accept',
        comment: 'Known.',
      });
      assert.match(String(newStatus), /ACCEPTED|WONTFIX/);
      const { conditions } = (await caller.data('get_project_quality_gate_status', {
        projectKey: project,
      })) as {
        conditions: { metricKey: string; status: string }[];
      };
      assert.equal(conditions.find(({ metricKey }) => metricKey === 'bugs')?.status, 'OK');
    });

    it('names the wrong key', async () => {
      assert.match(await caller.problem('list_branches', { projectKey: 'nope' }), /Project 'nope' not found/);
      assert.match(await caller.problem('show_rule', { key: 'a:b' }), /a:b/);
    });
  });

describe('tools on documented answers of the cloud', () => {
  let server: TestServer;
  let caller: Caller;
  const bodies = new Map<string, string>();

  before(async () => {
    server = await startServer((request, response) => {
      const path = (request.url ?? '').slice(1).replace(/\?.*/, '');
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        bodies.set(path, body);
        const answer = documented[path];
        if (answer === undefined) response.writeHead(404).end();
        else if (answer === '') response.writeHead(204).end();
        else response.end(JSON.stringify(answer));
      });
    });
    caller = callerWith({ SERVICE_URL: server.url, SERVICE_ORG: 'acme', SERVICE_TOKEN: '0'.repeat(40) });
  });
  after(() => server.stop());

  const cases: readonly [name: string, args: Record<string, unknown>, expected: object][] = [
    ['search_security_hotspots', { projectKey: 'p' }, { total: 1 }],
    [
      'show_security_hotspot',
      { hotspotKey: 'h1' },
      { file: 'src/a.ts', risk: 'Risk <b>', fix: '- Fix', comments: ['Seen.'] },
    ],
    [
      'change_security_hotspot_status',
      { hotspotKey: 'h1', status: 'REVIEWED', resolution: 'SAFE' },
      { newResolution: 'SAFE' },
    ],
    [
      'get_file_coverage_details',
      { key: 'p:a' },
      { linesToCover: 2, uncoveredLines: [], partlyCoveredLines: [2] },
    ],
    ['get_duplications', { key: 'p:a' }, { groups: 1 }],
    [
      'search_dependency_risks',
      { projectKey: 'p' },
      {
        dependencyRisks: [
          { key: 'd1', severity: 'HIGH', vulnerability: 'CVE-1', score: '9.8', package: 'x', version: '1' },
        ],
      },
    ],
    ['list_enterprises', {}, { enterprises: [{ id: 'e1', key: 'acme', name: 'Acme' }] }],
    ['list_portfolios', { enterpriseId: 'e1' }, { portfolios: [{ key: 'f1', name: 'All' }] }],
    [
      'run_advanced_code_analysis',
      { projectKey: 'p', branch: 'main', filePath: 'a.ts', fileContent: 'x' },
      { found: [{ rule: 'r:1', message: 'No.', line: 2, endLine: 2 }] },
    ],
    ['redeliver_webhook', { deliveryId: 'd' }, { redelivered: 'd' }],
  ];
  for (const [name, args, expected] of cases)
    it(`reads ${name}`, async () => {
      const data = await caller.data(name, args);
      answers.set(name, data);
      assert.deepEqual(Object.fromEntries(Object.keys(expected).map((key) => [key, data[key]])), expected);
    });

  it('sends a file for analysis in the names of the cloud', () =>
    assert.deepEqual(JSON.parse(bodies.get('a3s-analysis/analyses') ?? ''), {
      organizationKey: 'acme',
      projectKey: 'p',
      branchName: 'main',
      filePath: 'a.ts',
      fileContent: 'x',
    }));

  it('refuses tools of a server', async () => {
    assert.match(await caller.problem('get_system_status'), /only on a server/);
  });
});

describe('schemas of the answers', () => {
  it('have each accepted a real answer', () =>
    assert.deepEqual(
      allTools.map(({ name }) => name).filter((name) => !answers.has(name)),
      [],
    ));

  it('accept the answer of their own tool only', () => {
    for (const { name, output } of allTools)
      for (const [origin, answer] of answers)
        assert.equal(
          output.safeParse(answer).success,
          origin === name,
          `${name} takes the answer of ${origin}`,
        );
  });
});
