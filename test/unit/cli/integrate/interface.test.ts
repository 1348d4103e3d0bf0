import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';
import { answering } from '../../../support/cliRun.ts';
import {
  withIntegrateFixture,
  expectSuccess,
  assertEach,
  enterprise,
} from '../../../support/integrateFixture.ts';
import { execFileSync } from 'node:child_process';
import { readState, rememberedKey } from '../../../../src/node/credentials/cliState.ts';

const rule = '.cursor/rules/service-agentic-analysis.mdc';

describe('the interface of integrate', () => {
  it('takes -p as --project and -g as --global [IO1] [IO2] [IO3]', () =>
    withIntegrateFixture(async (fixture) => {
      const both = await fixture.run('integrate cursor -p demo -g');
      assert.equal(both.exitCode, 2);
      assert.match(both.stderr, /invalid options/);
      expectSuccess(await fixture.run('integrate cursor -p demo'));
      assert.ok(existsSync(join(fixture.project, rule)));
      assert.ok(!existsSync(join(fixture.home, rule)));
      expectSuccess(await fixture.run('integrate cursor -g'));
      assert.ok(existsSync(join(fixture.home, rule)));
    }));

  it('asks nothing at a terminal when the token comes from the environment [IO4] [IN7]', () =>
    withIntegrateFixture(async (fixture) => {
      // Each of these prompts rejects when it is asked.
      const run = await fixture.run('integrate cursor', { prompts: answering({}) });
      expectSuccess(run);
      assertEach(run, 'installed');
    }));

  it('installs into the project folder when --non-interactive names no scope, with rule, program and record [LF1] [LF2] [LF4] [LF5] [IN6]', () =>
    withIntegrateFixture(async (fixture) => {
      expectSuccess(await fixture.run('integrate cursor --non-interactive'));
      assert.ok(existsSync(join(fixture.project, '.cursor/hooks.json')));
      assert.ok(!existsSync(join(fixture.home, '.cursor')));
      assert.match(fixture.read(rule) ?? '', /^---\n(?:.*\n)*?alwaysApply: true\n/);
      const own = join(fixture.home, '.service/service-cli');
      const programs = Object.keys(fixture.picture()).filter((path) =>
        path.startsWith(`${join(own, 'bin')}${sep}`),
      );
      assert.ok(programs.some((path) => path.endsWith('hook.js')));
      const state = JSON.parse(readFileSync(join(own, 'state.json'), 'utf8')) as {
        integrations: { installed: Record<string, unknown>[] };
      };
      assert.deepEqual(
        state.integrations.installed.map(({ integration, scope, root }) => [integration, scope, root]),
        [['cursor', 'project', fixture.project]],
      );
    }));
});

describe('integrate cursor, in a folder that names no project', () => {
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
