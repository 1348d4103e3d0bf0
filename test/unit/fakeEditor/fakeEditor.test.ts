import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fireEvent, type Outcome } from '../../fakeEditor/fakeEditor.ts';
import { inTempFolder } from '../../support/cliRun.ts';

/** One hook with this command, asked about a read. */
function ask(command: string, more: object = {}, timeoutMs = 5_000): Promise<Outcome> {
  return inTempFolder((root) => {
    mkdirSync(join(root, '.cursor'));
    const hooks = { beforeReadFile: [{ command, matcher: 'Read', ...more }] };
    writeFileSync(join(root, '.cursor/hooks.json'), JSON.stringify({ version: 1, hooks }));
    return fireEvent(
      'beforeReadFile',
      { file_path: join(root, 'a') },
      { root, home: root, timeoutMs, killAfterMs: 50 },
    );
  });
}

const failClosed = { failClosed: true };

describe('the fake editor', () => {
  it('lets an action pass on exit 0 with an answer that allows', async () => {
    assert.equal((await ask(`echo '{"permission":"allow"}'`, failClosed)).passes, true);
  });

  it('blocks on an answer that denies, and on exit 2', async () => {
    assert.equal((await ask(`echo '{"permission":"deny"}'`)).passes, false);
    assert.equal((await ask('exit 2')).passes, false);
  });

  for (const [what, command] of Object.entries({
    'another exit code': 'exit 1',
    'no command': 'no-such-command',
    'no output': 'true',
    'output that is not JSON': 'echo hello',
    'a time-out': 'sleep 30',
    'a time-out of a hook that ignores the polite signal': "trap '' TERM; sleep 30; sleep 30",
  }))
    it(`lets the action pass on ${what}, unless the entry says failClosed`, async () => {
      const timeoutMs = what.startsWith('a time-out') ? 100 : 5_000;
      assert.equal((await ask(command, {}, timeoutMs)).passes, true);
      assert.equal((await ask(command, failClosed, timeoutMs)).passes, false);
    });

  it('runs no hook whose matcher is about something else', async () => {
    assert.deepEqual((await ask('exit 2', { matcher: 'Write' })).runs, []);
  });
});
