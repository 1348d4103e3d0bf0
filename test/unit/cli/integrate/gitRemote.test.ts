import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readState, rememberedKey } from '../../../../src/node/credentials/cliState.ts';
import { enterprise, withIntegrateFixture, expectSuccess } from '../../../support/integrateFixture.ts';

describe('integrate cursor, in a folder that names no project', function () {
  // Real processes, on a machine that may be busy.
  this.timeout(60_000);

  it('finds the project by the git remote where nothing else names it, without the credentials of the address [IN1]', () =>
    withIntegrateFixture(
      async (fixture) => {
        rmSync(join(fixture.project, 'service-project.properties'));
        const git = (...args: string[]) => execFileSync('git', args, { cwd: fixture.project });
        git('remote', 'add', 'origin', 'https://ann:hunter2@forge.example.com/acme/demo.git');
        const run = await fixture.run('integrate cursor --non-interactive');
        expectSuccess(run);
        assert.match(run.stderr, /Project: demo \(from the git remote\)/);
        const asked = fixture.requests
          .map(({ line }) => line)
          .find((line) => line.includes('project-bindings'));
        const url = encodeURIComponent('https://forge.example.com/acme/demo.git');
        assert.equal(asked, `GET api/v2/dop-translation/project-bindings?repositoryUrl=${url}`);
        // The hook of a session, which asks for no binding, finds it by the folder then.
        const { state } = await readState(join(fixture.home, '.service/service-cli/state.json'));
        assert.equal(rememberedKey(state, fixture.project), 'demo');
      },
      {
        ...enterprise,
        // As a real 26.9 answers.
        'api/v2/dop-translation/project-bindings': {
          projectBindings: [{ id: 'b', projectId: 'p', projectKey: 'demo', repository: 'acme/demo' }],
          page: { pageIndex: 1, pageSize: 50, total: 1 },
        },
      },
    ));

  it('goes on without a project where the platform knows no remote, or several projects of it', () =>
    withIntegrateFixture(
      async (fixture) => {
        rmSync(join(fixture.project, 'service-project.properties'));
        const withoutRemote = await fixture.run('integrate cursor --dry-run');
        assert.match(withoutRemote.stderr, /No project is configured here/);
        execFileSync('git', ['remote', 'add', 'origin', 'https://forge.example.com/acme/mono.git'], {
          cwd: fixture.project,
        });
        const withSeveral = await fixture.run('integrate cursor --dry-run');
        expectSuccess(withSeveral);
        assert.match(withSeveral.stderr, /No project is configured here/);
      },
      {
        ...enterprise,
        'api/v2/dop-translation/project-bindings': {
          projectBindings: [{ projectKey: 'demo' }, { projectKey: 'other' }],
        },
      },
    ));
});
