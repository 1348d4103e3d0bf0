import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { answering } from '../../../support/cliRun.ts';
import { withIntegrateFixture, expectSuccess, resultsOf } from '../../../support/integrateFixture.ts';

const rule = '.cursor/rules/service-agentic-analysis.mdc';

describe('the interface of integrate', function () {
  // Real processes, on a machine that may be busy.
  this.timeout(60_000);

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
      assert.deepEqual(resultsOf(run), {
        secretsHooks: 'installed',
        toolServer: 'installed',
        agent: 'installed',
      });
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
