import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../../../src/core/failures.ts';
import { agentHooksStatusOf } from '../../../../src/extension/agentHooks/agentHookState.ts';
import { withIntegrateFixture } from '../../../support/integrateFixture.ts';
import { fieldOf } from '../../../support/lists.ts';

describe('agentHooksStatusOf', function () {
  // The bundles are built, on a machine that may be busy.
  this.timeout(60_000);

  it('reads the report of service-cli on a project before, with and after its hooks, and on damaged ones', () =>
    withIntegrateFixture(async ({ run, write, read, home }) => {
      const status = async () => agentHooksStatusOf((await run('system status --json')).stdout);
      const state = async () => (await status()).state;
      assert.equal(await state(), 'absent');
      assert.deepEqual((await status()).found, []);
      await run('integrate cursor --non-interactive');
      assert.equal(await state(), 'sound');
      const shim = read('.cursor/hooks/service-guard.sh') ?? '';
      write('.cursor/hooks/service-guard.sh', `${shim}#`);
      const { state: damaged, problems, handlerFolder } = await status();
      assert.equal(damaged, 'broken');
      assert.match(problems.join('\n'), /service-guard\.sh: \S/);
      assert.ok(existsSync(join(handlerFolder, 'hook.js')));
      assert.ok(handlerFolder.startsWith(home));
      await run('integrate codex --non-interactive');
      const { agents, whenHooksFail, lastCalls } = await status();
      assert.deepEqual(fieldOf(agents, 'title'), ['Cursor', 'Codex']);
      assert.match(whenHooksFail.join('\n'), /^Codex blocks .* but continues when it takes too long\.$/m);
      const calls = lastCalls.map(({ agent, event, at }) => [agent, event, at]);
      assert.ok(calls.some((call) => call.join() === 'Cursor,beforeShellExecution,'));
      assert.ok(calls.some((call) => call.join() === 'Codex,PreToolUse,'));
      const notes = join(handlerFolder, '../../calls');
      const at = '2026-11-22T10:00:00.000Z';
      mkdirSync(notes, { recursive: true });
      writeFileSync(join(notes, 'codex PreToolUse.json'), JSON.stringify({ at, answer: 'denied' }));
      assert.deepEqual(
        (await status()).lastCalls.find(({ agent, event }) => agent === 'Codex' && event === 'PreToolUse'),
        { agent: 'Codex', event: 'PreToolUse', at: Date.parse(at), isAllowed: false },
      );
      await run('integrate cursor --remove');
      await run('integrate codex --remove');
      assert.equal(await state(), 'absent');
    }));

  it('reports hooks that a setting switches off, with the file of the setting', () =>
    withIntegrateFixture(async ({ run, write }) => {
      await run('integrate claude --non-interactive');
      write('.claude/settings.local.json', '{ "disableAllHooks": true }');
      const { state, problems } = agentHooksStatusOf((await run('system status --json')).stdout);
      assert.equal(state, 'switchedOff');
      assert.match(problems.join('\n'), /settings\.local\.json switches all hooks of Claude Code off/);
    }));

  it('refuses text that is not a status', () => {
    assert.throws(() => agentHooksStatusOf('{}'), Failure);
    assert.throws(() => agentHooksStatusOf('no JSON'), Failure);
  });
});
