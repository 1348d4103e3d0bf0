import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answering } from '../../../support/cliRun.ts';
import { hooksOf, inScene, isFine, resultsOf, stateOf } from '../../../support/integrateScene.ts';
import { goodToken } from '../../../support/platformAnswers.ts';

describe('integrate cursor, asked at a terminal', function () {
  // Real processes, on a machine that may be busy.
  this.timeout(60_000);

  it('asks for the scope, each component and Enter, and writes what was said', () =>
    inScene(async (scene) => {
      isFine(
        await scene.run('auth login --with-token --insecure-storage', {
          prompts: answering({ secret: () => Promise.resolve(goodToken) }),
        }),
      );
      const asked: string[] = [];
      const note =
        <T>(answer: (message: string) => T) =>
        (message: string) => {
          asked.push(message);
          return Promise.resolve(answer(message));
        };
      const prompts = answering({
        select: note(() => 'project' as never),
        confirm: note((message) => !message.includes('Tool server')),
        enter: note(() => undefined),
      });
      const run = await scene.run('integrate cursor', { prompts, env: { SERVICE_TOKEN: '' } });
      assert.deepEqual(resultsOf(run), {
        secretsHooks: 'installed',
        toolServer: 'declined',
        agent: 'installed',
      });
      assert.equal(asked.length, 5);
      assert.equal(scene.read('.cursor/mcp.json'), undefined);
    }));

  it('asks "Keep?" on the next run and removes what is declined and confirmed', () =>
    inScene(async (scene) => {
      isFine(
        await scene.run('auth login --with-token --insecure-storage', {
          prompts: answering({ secret: () => Promise.resolve(goodToken) }),
        }),
      );
      isFine(await scene.run('integrate cursor --non-interactive', { env: { SERVICE_TOKEN: '' } }));
      const prompts = answering({
        select: () => Promise.resolve('project' as never),
        confirm: (message) => Promise.resolve(message.includes('Agent') ? !message.includes('Keep?') : true),
        enter: () => Promise.resolve(),
      });
      const run = await scene.run('integrate cursor', { prompts, env: { SERVICE_TOKEN: '' } });
      assert.deepEqual(resultsOf(run), {
        secretsHooks: 'unchanged',
        toolServer: 'unchanged',
        agent: 'removed',
      });
      assert.equal(hooksOf(scene).hooks.sessionStart, undefined);
      assert.ok(
        existsSync(join(scene.project, '.cursor/hooks/service-guard.sh')),
        'the guard still needs its script',
      );
      assert.deepEqual(
        stateOf(scene).integrations?.installed[0]?.features.map(({ feature }) => feature),
        ['secretsHooks', 'toolServer'],
      );
    }));

  it('writes nothing when it is interrupted before Enter', () =>
    inScene(async (scene) => {
      isFine(
        await scene.run('auth login --with-token --insecure-storage', {
          prompts: answering({ secret: () => Promise.resolve(goodToken) }),
        }),
      );
      const before = scene.picture();
      const prompts = answering({
        select: () => Promise.resolve('project' as never),
        confirm: () => Promise.resolve(true),
        enter: () => Promise.reject(new Error('interrupted')),
      });
      const run = await scene.run('integrate cursor', { prompts, env: { SERVICE_TOKEN: '' } });
      assert.equal(run.exitCode, 1);
      assert.deepEqual(scene.picture(), before);
    }));

  it('offers a new login for a broken token and goes on with it', () =>
    inScene(async (scene) => {
      isFine(
        await scene.run('auth login --with-token --insecure-storage', {
          prompts: answering({ secret: () => Promise.resolve(goodToken) }),
        }),
      );
      const file = join(scene.home, '.service/service-cli/token.json');
      writeFileSync(file, JSON.stringify({ token: 'squ_revoked', origin: scene.url }));
      const asked: string[] = [];
      const prompts = answering({
        confirm: (message) => {
          asked.push(message);
          return Promise.resolve(false);
        },
        select: () => Promise.resolve('project' as never),
      });
      const run = await scene.run('integrate cursor', { prompts, env: { SERVICE_TOKEN: '' } });
      assert.deepEqual(asked, ['Log in now?']);
      assert.equal(run.exitCode, 1);
      assert.match(run.stderr, /refuses the token/);
    }));
});
