import assert from 'node:assert/strict';
import { startServer, type TestServer } from '../support/httpServer.ts';
import { callerWith, type Caller } from '../support/toolCaller.ts';
import type { TestAnalysis } from './provision.ts';
import { usePlatform } from './usePlatform.ts';

const project = 'answers';
const source = 'one\ntwo\nthree\nfour\n';
const bug = { line: 2, severity: 'CRITICAL', type: 'BUG' } as const;

/** A file of which these lines are reached by tests, and these are not. */
const measured = (reached: number, missed: number): TestAnalysis['files'][string] => ({
  source: 'line\n'.repeat(reached + missed),
  facts: {
    lineHits: Array.from({ length: reached + missed }, (_, index) => [index + 1, index < reached ? 1 : 0]),
  },
});
const files: TestAnalysis['files'] = {
  'src/bad.ts': {
    source,
    issues: [bug],
    facts: { ...measured(1, 3).facts, duplications: [{ first: 1, last: 2, copies: [] }] },
  },
  'src/half.ts': measured(2, 2),
  'src/good.ts': measured(4, 0),
};

/** Every text in a JSON value. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

for (const serverVersion of ['9.9.0', '26.9.0'])
  describe(`answers of tools on the embedded platform as ${serverVersion}`, () => {
    const { platform, admin } = usePlatform({ serverVersion, edition: 'developer' });
    let target: TestServer;
    let caller: Caller;
    let webhookKey: string;

    before(async () => {
      target = await startServer((request, response) => request.resume().once('end', () => response.end()));
      await admin.project(project, 'Answers');
      ({
        webhook: { key: webhookKey },
      } = await admin.post<{ webhook: { key: string } }>('webhooks/create', {
        name: 'x',
        url: target.url,
        project,
      }));
      await admin.analyse(project, { files: {}, date: Date.parse('2026-01-01T00:00:00Z') });
      await admin.analyse(project, { files, date: Date.parse('2026-01-03T00:00:00Z') });
      caller = callerWith({ SERVICE_URL: platform.url, SERVICE_TOKEN: platform.token });
    });
    after(async () => {
      await target.stop();
    });

    for (const [maxCoverage, paths] of [
      [undefined, ['src/bad.ts', 'src/half.ts', 'src/good.ts']],
      [100, ['src/bad.ts', 'src/half.ts', 'src/good.ts']],
      [50, ['src/bad.ts', 'src/half.ts']],
      [49.9, ['src/bad.ts']],
      [0, []],
    ] as const)
      for (const pageSize of [1, 2, 100])
        it(`count the files with at most ${maxCoverage} % coverage, ${pageSize} per page`, async () => {
          const seen: string[] = [];
          let cursor: string | undefined;
          do {
            const args = { projectKey: project, maxCoverage, pageSize, cursor };
            const answer = await caller.data('search_files_by_coverage', args);
            assert.deepEqual([answer.total, answer.projectCoverage], [paths.length, 58.3]);
            seen.push(...(answer.filesByCoverage as { path: string }[]).map(({ path }) => path));
            cursor = answer.nextCursor as string | undefined;
          } while (cursor !== undefined);
          assert.deepEqual(seen, paths);
        });

    it('count the files with duplicated lines', async () => {
      const { duplicatedFiles, total } = await caller.data('search_duplicated_files', {
        projectKey: project,
      });
      assert.deepEqual([(duplicatedFiles as unknown[]).length, total], [1, 1]);
    });

    for (const [filter, total] of [
      [{ severities: ['HIGH'] }, 1],
      [{ severities: ['LOW', 'BLOCKER'] }, 0],
      [{ impactSoftwareQualities: ['RELIABILITY'] }, 1],
      [{ impactSoftwareQualities: ['SECURITY'] }, 0],
      [{ severities: ['HIGH'], impactSoftwareQualities: ['RELIABILITY'] }, 1],
    ] as const)
      it(`filter issues by ${JSON.stringify(filter)}, whether or not the platform knows impacts`, async () => {
        const search = { projectKeys: [project], ...filter };
        const { issues, total: found } = await caller.data('search_service_issues_in_projects', search);
        assert.deepEqual([found, (issues as unknown[]).length], [total, total]);
      });

    it('name only given filters when the platform does not know one of them', async () => {
      if (serverVersion !== '9.9.0') return;
      const search = { projectKeys: [project], issueStatuses: ['OPEN'] };
      const problem = await caller.problem('search_service_issues_in_projects', search);
      assert.match(problem, /issueStatuses/);
      assert.doesNotMatch(problem, /severities|impactSoftwareQualities/);
    });

    for (const [name, args, advice] of [
      ['show_rule', { key: 'a:b' }, /A rule key is <repository>:<rule>/],
      ['show_rule', { key: 'ab' }, /A rule key is <repository>:<rule>/],
      ['get_component_measures', { projectKey: project, metricKeys: ['zzz'] }, /search_metrics/],
      ['get_measures_history', { projectKey: project, metricKeys: ['zzz'] }, /search_metrics/],
      ['get_component_measures', { projectKey: project, branch: 'zzz' }, /list_branches lists the branches/],
      ['change_service_issue_status', { key: 'zzz', status: 'accept' }, /search_service_issues_in_projects/],
      ['show_security_hotspot', { hotspotKey: 'zzz' }, /search_security_hotspots/],
      ['get_project_quality_gate_status', { projectKey: 'zzz' }, /search_my_service_projects/],
    ] as const)
      it(`name the tool that lists valid keys when ${name} ${JSON.stringify(args)} finds nothing`, async () => {
        assert.match(await caller.problem(name, args), advice);
      });

    for (const [name, args] of [
      ['list_branches', { projectKey: project }],
      ['get_measures_history', { projectKey: project, metricKeys: ['bugs'] }],
      ['get_changes_since', { projectKey: project, since: '2025-01-01' }],
      ['get_scm_info', { key: `${project}:src/bad.ts` }],
      ['list_webhooks', { projectKey: project }],
      ['list_webhook_deliveries', {}],
    ] as const)
      it(`have the dates of ${name} in ISO 8601 with offset`, async () => {
        const given = name === 'list_webhook_deliveries' ? { webhookKey } : args;
        const dates = stringsIn(await caller.data(name, given)).filter((text) =>
          /^\d{4}-\d\d-\d\dT/.test(text),
        );
        assert.ok(dates.length > 0);
        for (const date of dates) assert.match(date, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
      });

    it('have dates that tools accept as input', async () => {
      const query = { projectKey: project, metricKeys: ['bugs'] };
      const { history } = await caller.data('get_measures_history', query);
      const last = (history as { date: string }[]).at(-1);
      const since = await caller.data('get_measures_history', { ...query, from: last?.date });
      assert.deepEqual(since.history, [last]);
      assert.match(
        await caller.problem('get_measures_history', { ...query, from: 'yesterday' }),
        /not a date: use one such as 2026-11-24/,
      );
    });

    it('name the right form of an argument that is wrong', async () => {
      const search = 'search_service_issues_in_projects';
      assert.match(await caller.problem(search, { project }), /They are: projectKeys, files, /);
      const coverage = await caller.problem('get_file_coverage_details', { key: 'src/a.ts' });
      assert.match(coverage, /use <project>:<path>, such as shop:src\/cart\.ts/);
      const since = await caller.problem('get_changes_since', { projectKey: project, since: 'yesterday' });
      assert.match(since, /not a date: use one such as 2026-11-24/);
    });

    it('are the same for the older names of severities', async () => {
      const found = (severity: string) =>
        caller.data('search_service_issues_in_projects', { projectKeys: [project], severities: [severity] });
      assert.deepEqual(await found('MAJOR'), await found('MEDIUM'));
    });
  });
