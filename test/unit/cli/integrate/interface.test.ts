import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answering } from '../../../support/cliRun.ts';
import { inScene, isFine, resultsOf } from '../../../support/integrateScene.ts';
import { goodToken } from '../../../support/platformAnswers.ts';

const rule = '.cursor/rules/service-agentic-analysis.mdc';

describe('the interface of integrate', function () {
  // Real processes, on a machine that may be busy.
  this.timeout(60_000);

  it('takes -p as --project and -g as --global', () =>
    inScene(async (scene) => {
      const both = await scene.run('integrate cursor -p demo -g');
      assert.equal(both.exitCode, 2);
      assert.match(both.stderr, /invalid options/);
      isFine(await scene.run('integrate cursor -p demo'));
      assert.ok(existsSync(join(scene.project, rule)));
      assert.ok(!existsSync(join(scene.home, rule)));
      isFine(await scene.run('integrate cursor -g'));
      assert.ok(existsSync(join(scene.home, rule)));
    }));

  it('asks nothing at a terminal when the token comes from the environment', () =>
    inScene(async (scene) => {
      // Each of these prompts rejects when it is asked.
      const run = await scene.run('integrate cursor', { prompts: answering({}) });
      isFine(run);
      assert.deepEqual(resultsOf(run), {
        secretsHooks: 'installed',
        toolServer: 'installed',
        agent: 'installed',
      });
    }));

  it('installs into the project folder when --non-interactive names no scope', () =>
    inScene(async (scene) => {
      isFine(await scene.run('integrate cursor --non-interactive'));
      assert.ok(existsSync(join(scene.project, '.cursor/hooks.json')));
      assert.ok(!existsSync(join(scene.home, '.cursor')));
    }));

  it('writes the rule of agent analysis, which always applies, to .cursor/rules/service-agentic-analysis.mdc', () =>
    inScene(async (scene) => {
      isFine(await scene.run('integrate cursor --non-interactive'));
      assert.match(scene.read(rule) ?? '', /^---\n(?:.*\n)*?alwaysApply: true\n/);
    }));

  it('records the integration under integrations.installed in ~/.service/service-cli/state.json', () =>
    inScene(async (scene) => {
      isFine(await scene.run('integrate cursor --non-interactive'));
      const path = join(scene.home, '.service/service-cli/state.json');
      const state = JSON.parse(readFileSync(path, 'utf8')) as {
        integrations: { installed: Record<string, unknown>[] };
      };
      const [entry, ...others] = state.integrations.installed;
      assert.deepEqual(others, []);
      assert.equal(entry?.integration, 'cursor');
      assert.equal(entry.scope, 'project');
      assert.equal(entry.root, scene.project);
    }));

  it('puts the program that the hooks run below ~/.service/service-cli/bin', () =>
    inScene(async (scene) => {
      isFine(await scene.run('integrate cursor --non-interactive'));
      const bin = join(scene.home, '.service/service-cli/bin');
      assert.ok(
        Object.keys(scene.picture()).some((path) => path.startsWith(`${bin}/`) && path.endsWith('hook.js')),
      );
    }));

  it('installs and removes agent analysis and agent context as one unit', () =>
    inScene(async (scene) => {
      isFine(await scene.run('integrate cursor --non-interactive'));
      const hasContext = (): boolean => (scene.read('.cursor/hooks.json') ?? '').includes('sessionStart');
      assert.deepEqual([existsSync(join(scene.project, rule)), hasContext()], [true, true]);
      const prompts = answering({
        select: () => Promise.resolve('project' as never),
        confirm: (message) => Promise.resolve(message.includes('Agent') ? !message.includes('Keep?') : true),
        enter: () => Promise.resolve(),
      });
      isFine(
        await scene.run('auth login --with-token --insecure-storage', {
          prompts: answering({ secret: () => Promise.resolve(goodToken) }),
        }),
      );
      isFine(await scene.run('integrate cursor', { prompts, env: { SERVICE_TOKEN: '' } }));
      assert.deepEqual([existsSync(join(scene.project, rule)), hasContext()], [false, false]);
    }));
});
