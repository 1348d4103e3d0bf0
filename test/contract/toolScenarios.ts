import assert from 'node:assert/strict';
import { callerWith, type Caller } from '../support/toolCaller.ts';
import type { Provisioner } from './provision.ts';

const key = 'tool-scenarios';
const file = `${key}:src/a.py`;
const source = 'def f(x):\n    # TODO later\n    return x\n';

type Arguments = Readonly<Record<string, unknown>>;

/** Every tool that a server of any edition can answer, in an order in which each finds what it needs. */
const reading: readonly (readonly [name: string, args: Arguments])[] = [
  ['ping_system', {}],
  ['search_my_service_projects', { q: key }],
  ['list_branches', { projectKey: key }],
  ['get_changes_since', { projectKey: key, since: '2020-01-01' }],
  ['explain_quality_gate', { projectKey: key }],
  ['get_project_quality_gate_status', { projectKey: key }],
  ['list_project_gate_statuses', {}],
  ['list_quality_gates', {}],
  ['search_service_issues_in_projects', { projectKeys: [key] }],
  ['search_security_hotspots', { projectKey: key }],
  ['get_component_measures', { projectKey: key }],
  ['get_component_measures', { projectKey: key, path: 'src/a.py' }],
  ['get_measures_history', { projectKey: key, metricKeys: ['violations', 'alert_status'] }],
  ['search_metrics', {}],
  ['search_files_by_coverage', { projectKey: key }],
  ['search_files_by_coverage', { projectKey: key, maxCoverage: 100 }],
  ['get_file_coverage_details', { key: file }],
  ['search_duplicated_files', { projectKey: key }],
  ['get_raw_source', { key: file }],
  ['get_scm_info', { key: file }],
  ['list_languages', {}],
  ['get_system_status', {}],
  ['get_system_health', {}],
  ['get_system_info', {}],
  ['get_system_logs', {}],
  ['list_webhooks', {}],
];

/** Calls the tools on a platform, embedded or real. An answer that does not match its output schema is an error. */
export function toolScenarios(admin: () => Provisioner): void {
  describe('tools', () => {
    let caller: Caller;

    before(async () => {
      await admin().project(key, 'Tool scenarios');
      await admin().gate('Tool scenarios', [['violations', 'GT', '0']], key);
      await admin().analyse(key, { files: { 'src/a.py': { source, issues: [{ line: 2 }] } } });
      caller = callerWith({ SERVICE_URL: admin().url, SERVICE_TOKEN: await admin().token('tools') });
    });

    for (const [name, args] of reading)
      it(`answer by their schema: ${name} ${Object.keys(args).join(', ')}`.trimEnd(), () =>
        caller.data(name, args).then(() => undefined),
      );

    it('measure a project separately, because the tree of its leaves does not contain its measures', async () => {
      const { baseComponent } = await admin().get<{ baseComponent?: { measures: unknown[] } }>(
        'measures/component_tree',
        { component: key, metricKeys: 'ncloc', strategy: 'leaves' },
      );
      assert.deepEqual(baseComponent?.measures ?? [], []);
      const { measures } = await caller.data('get_component_measures', {
        projectKey: key,
        metricKeys: ['ncloc'],
      });
      assert.ok(Number((measures as { ncloc: string }).ncloc) > 0);
    });

    it('filter issues by severity on every version', async () => {
      const found = async (severities: readonly string[]): Promise<unknown> =>
        (await caller.data('search_service_issues_in_projects', { projectKeys: [key], severities })).total;
      const all = await found(['INFO', 'LOW', 'MEDIUM', 'HIGH', 'BLOCKER']);
      const each = await Promise.all(['INFO', 'LOW', 'MEDIUM', 'HIGH', 'BLOCKER'].map((one) => found([one])));
      assert.ok(Number(all) > 0);
      assert.equal(
        each.reduce((sum: number, count) => sum + Number(count), 0),
        all,
      );
    });

    it('do not take an unknown project for one without issues', async () => {
      const tool = 'search_service_issues_in_projects';
      assert.match(await caller.problem(tool, { projectKeys: ['unknown'] }), /'unknown' not found/);
      const branch = { projectKeys: [key], branch: 'unknown' };
      assert.match(await caller.problem(tool, branch), /not found.*list_branches lists/);
      const { total } = await caller.data(tool, { projectKeys: [key], files: ['src/unknown.py'] });
      assert.equal(total, 0);
    });

    it('explain why a gate failed, down to the line', async () => {
      const { gate, behind } = await caller.data('explain_quality_gate', { projectKey: key });
      assert.equal(gate, 'ERROR');
      const [row] = behind as { file: string; line: number; rule: string }[];
      assert.deepEqual({ file: row?.file, line: row?.line }, { file: 'src/a.py', line: 2 });
      assert.equal((await caller.data('show_rule', { key: row?.rule ?? '' })).ruleKey, row?.rule);
    });

    it('change the gate by accepting the issue', async () => {
      const { issues } = await caller.data('search_service_issues_in_projects', { projectKeys: [key] });
      const [{ key: issueKey } = { key: '' }] = issues as { key: string }[];
      const many = { issueKeys: [issueKey], assignee: '_me', confirm: true };
      assert.equal((await caller.data('change_service_issues_in_bulk', many)).changed, 1);
      await caller.data('assign_service_issue', { key: issueKey });
      const accepted = { key: issueKey, status: 'accept', comment: 'Known.' };
      await caller.data('change_service_issue_status', accepted);
      assert.equal((await caller.data('get_project_quality_gate_status', { projectKey: key })).status, 'OK');
    });

    it('manage a webhook from its creation to its deletion', async () => {
      const created = await caller.data('create_webhook', {
        projectKey: key,
        name: 'tools',
        url: 'https://hooks.example/x',
        secret: 'sixteen characters',
      });
      const { key: webhookKey } = created.createdWebhook as { key: string };
      await caller.data('update_webhook', { webhookKey, name: 'renamed', url: 'https://hooks.example/y' });
      await caller.data('list_webhook_deliveries', { webhookKey });
      await caller.data('delete_webhook', { webhookKey, confirm: true });
      assert.deepEqual((await caller.data('list_webhooks', { projectKey: key })).webhooks, []);
    });

    it('report features that this edition lacks', async () => {
      assert.match(await caller.problem('redeliver_webhook', { deliveryId: 'x' }), /redeliver|Not found/);
      assert.match(await caller.problem('search_dependency_risks', { projectKey: key }), /./);
    });
  });
}
