import assert from 'node:assert/strict';
import { symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPlatform } from '../../contract/usePlatform.ts';
import { expectSuccess, linesOf } from '../../support/cliRun.ts';
import { gitIn } from '../../support/gitIn.ts';
import { enterprise, withIntegrateFixture, type IntegrateFixture } from '../../support/integrateFixture.ts';
import { fieldOf } from '../../support/lists.ts';

const endpoint = 'a3s-analysis/analyses';
const issue = {
  id: '1',
  rule: 'ts:S1',
  message: 'Bad',
  filePath: null,
  textRange: { startLine: 3, endLine: 3 },
};
const withAnalysis = (issues: readonly object[]) => ({ ...enterprise, [endpoint]: { id: 'x', issues } });

const bodiesOf = ({ requests }: IntegrateFixture): Record<string, unknown>[] =>
  requests
    .filter(({ line }) => line === `POST ${endpoint}`)
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);

describe('analyze agentic', () => {
  it('sends one request per file, finds the project itself, and ends with 51 on findings', () =>
    withIntegrateFixture(
      async (fixture) => {
        fixture.write('src/a.ts', 'let a = 1');
        fixture.write('b.ts', 'let b = 2');
        const run = await fixture.run('analyze agentic --depth DEEP --file src/a.ts --file b.ts');
        assert.equal(run.exitCode, 51, run.stderr);
        assert.deepEqual(linesOf(run)[0], { file: 'src/a.ts', line: 3, rule: 'ts:S1', message: 'Bad' });
        const common = { projectKey: 'demo', analysisDepth: 'DEEP' };
        assert.deepEqual(bodiesOf(fixture), [
          { ...common, filePath: 'src/a.ts', fileContent: 'let a = 1' },
          { ...common, filePath: 'b.ts', fileContent: 'let b = 2' },
        ]);
      },
      withAnalysis([issue]),
    ));

  it('takes a file for one of the project whose name begins with two dots', () =>
    withIntegrateFixture(async (fixture) => {
      fixture.write('..a.ts', 'let a = 1');
      expectSuccess(await fixture.run('analyze agentic --file ..a.ts'));
    }, withAnalysis([])));

  it('takes the change set of git without --file, new files too, deleted ones not [IN14]', () =>
    withIntegrateFixture(async (fixture) => {
      for (const name of ['same.ts', 'changed.ts', 'gone.ts', 'na me é.ts']) fixture.write(name, '1');
      gitIn(fixture.project, 'add', '.');
      gitIn(fixture.project, 'commit', '-qm', 'x');
      writeFileSync(join(fixture.project, 'changed.ts'), '2');
      writeFileSync(join(fixture.project, 'na me é.ts'), '2');
      unlinkSync(join(fixture.project, 'gone.ts'));
      fixture.write('new.ts', '3');
      expectSuccess(await fixture.run('analyze agentic --depth STANDARD'));
      assert.deepEqual(fieldOf(bodiesOf(fixture), 'filePath'), ['changed.ts', 'na me é.ts', 'new.ts']);
    }, withAnalysis([])));

  it('sends nothing of a file that the repository links to [R2]', () =>
    withIntegrateFixture(async (fixture) => {
      writeFileSync(join(fixture.home, 'private'), 'mine');
      symlinkSync(join(fixture.home, 'private'), join(fixture.project, 'a.ts'));
      const all = expectSuccess(await fixture.run('analyze agentic'));
      assert.match(all.stderr, /Skipped: [\s\S]*a\.ts is a symbolic link/);
      const named = await fixture.run('analyze agentic --file a.ts');
      assert.equal(named.exitCode, 1, named.stderr);
      assert.deepEqual(
        bodiesOf(fixture)
          .map(({ filePath }) => filePath)
          .filter((path) => path === 'a.ts'),
        [],
      );
    }, withAnalysis([])));

  it('sends the organization to a cloud', () =>
    withIntegrateFixture(
      async (fixture) => {
        fixture.write('a.ts', '1');
        expectSuccess(await fixture.run('analyze agentic --file a.ts', { env: { SERVICE_ORG: 'acme' } }));
        assert.equal(bodiesOf(fixture)[0]?.organizationKey, 'acme');
      },
      {
        ...withAnalysis([]),
        'organizations/organizations': [{ key: 'acme', uuidV4: 'u1' }],
        'a3s-analysis/org-config/u1': { id: 'u1', enabled: true, eligible: true },
      },
    ));

  it('is not available to an organization without the plan for it', () =>
    withIntegrateFixture(
      async (fixture) => {
        fixture.write('a.ts', '1');
        const env = { SERVICE_ORG: 'acme' };
        const run = await fixture.run('analyze agentic --file a.ts', { env });
        assert.equal(run.exitCode, 1, run.stderr);
        assert.match(run.stderr, /Agent analysis is not available: .*require the Team or Enterprise plan/);
        const quiet = await fixture.run('analyze agentic --file a.ts --quiet', { env });
        assert.deepEqual([quiet.exitCode, quiet.stdout, quiet.stderr], [0, '', '']);
        assert.deepEqual(bodiesOf(fixture), []);
      },
      withAnalysis([issue]),
    ));

  it('names the project that the platform does not have', () =>
    withIntegrateFixture(async (fixture) => {
      fixture.write('a.ts', '1');
      const run = await fixture.run('analyze agentic --file a.ts --project other');
      assert.equal(run.exitCode, 1);
      assert.match(run.stderr, /Project "other" was not found/);
    }));

  for (const [what, answer, reason] of [
    ['a community server', { edition: 'community', version: '26.9.0.129388' }, /Enterprise or Data Center/],
    [
      'a community server of version 9.9',
      { edition: 'community', version: '9.9 (build 65466)' },
      /Enterprise/,
    ],
    ['a developer edition', { edition: 'developer', version: '2026.5.0.1' }, /Enterprise or Data Center/],
    [
      'an older enterprise edition',
      { edition: 'enterprise', version: '2026.4.0.1' },
      /2026\.5, and this version is 2026\.4/,
    ],
    ['a server that keeps its edition to itself', 403, /Enterprise or Data Center/],
  ] as const)
    it(`sends no source to ${what}, and says in one line that the analysis is not available`, () =>
      withIntegrateFixture(
        async (fixture) => {
          fixture.write('a.ts', '1');
          const run = await fixture.run('analyze agentic --file a.ts');
          assert.deepEqual([run.exitCode, run.stdout], [1, '']);
          assert.match(run.stderr, /^✗ Agent analysis is not available: .+\.$/m);
          assert.match(run.stderr, reason);
          assert.deepEqual(bodiesOf(fixture), []);
        },
        { ...withAnalysis([issue]), 'api/navigation/global': answer },
      ));

  for (const serverVersion of ['9.9.0', '26.9.0'])
    it(`is not available on an embedded platform that plays community ${serverVersion}`, () =>
      withIntegrateFixture(async (fixture) => {
        await using platform = await startPlatform({ serverVersion });
        fixture.write('a.ts', '1');
        const env = { SERVICE_URL: platform.url, SERVICE_TOKEN: platform.token };
        const run = await fixture.run('analyze agentic --file a.ts', { env });
        assert.equal(run.exitCode, 1, run.stderr);
        assert.match(run.stderr, /Agent analysis is not available/);
      }));

  it('says that no project is configured [IN15]', () =>
    withIntegrateFixture(async (fixture) => {
      unlinkSync(join(fixture.project, 'service-project.properties'));
      const run = await fixture.run('analyze agentic --file a.ts');
      assert.equal(run.exitCode, 1);
      assert.match(run.stderr, /No project is configured/);
    }));

  it('refuses a depth it does not know and a file outside the project', () =>
    withIntegrateFixture(async (fixture) => {
      assert.equal((await fixture.run('analyze agentic --depth DEEPER')).exitCode, 2);
      assert.equal((await fixture.run('analyze agentic --file ../home/x')).exitCode, 2);
      assert.deepEqual(bodiesOf(fixture), []);
    }, withAnalysis([])));
});
