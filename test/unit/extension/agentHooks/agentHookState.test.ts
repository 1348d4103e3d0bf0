import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../../../src/core/failures.ts';
import { appendDecision } from '../../../../src/cli/decisionRecord.ts';
import { agentHooksStatusOf } from '../../../../src/extension/agentHooks/agentHookState.ts';
import { withIntegrateFixture } from '../../../support/integrateFixture.ts';
import { fieldOf } from '../../../support/lists.ts';

describe('agentHooksStatusOf', () => {
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
      const { agents, recordFolder } = await status();
      assert.deepEqual(fieldOf(agents, 'title'), ['Cursor', 'Codex']);
      assert.deepEqual(fieldOf(agents, 'isGuarded'), [false, true]);
      const [cursor, codex] = agents;
      assert.match(codex?.whenHookFails ?? '', /^Codex blocks .* but continues when it takes too long\.$/);
      assert.deepEqual([codex?.week, codex?.version], [undefined, undefined]);
      assert.ok(cursor?.lastCalls.some(({ event, at }) => event === 'beforeShellExecution' && !at));
      const notes = join(handlerFolder, '../../calls');
      const at = '2026-11-22T10:00:00.000Z';
      mkdirSync(notes, { recursive: true });
      writeFileSync(join(notes, 'codex PreToolUse.json'), JSON.stringify({ at, answer: 'denied' }));
      const denied = { at: Date.now(), agent: 'codex', event: 'PreToolUse', answer: 'denied' } as const;
      appendDecision(recordFolder, denied, { rules: ['github-token'], path: '/.env' });
      const called = (await status()).agents.find(({ id }) => id === 'codex');
      assert.deepEqual(
        called?.lastCalls.find(({ event }) => event === 'PreToolUse'),
        { event: 'PreToolUse', at: Date.parse(at), answer: 'denied' },
      );
      assert.deepEqual(called.week, { denied: 1, masked: 0, rules: ['github-token'], files: ['/.env'] });
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
