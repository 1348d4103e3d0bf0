import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { posixQuote } from '../../../../src/core/shellWord.ts';
import type { CaseName, FakeAgent } from '../../../fakeAgents/fakeAgent.ts';
import { fakeAgents } from '../../../fakeAgents/fakeAgents.ts';
import { inTempFolder } from '../../../support/cliRun.ts';
import { type Hang, mountHangingFiles } from '../../../support/hangingFiles.ts';
import { withHookedAgent } from '../../../support/hookedAgent.ts';
import { questions, withHooks } from '../../../support/hookedProject.ts';
import { skipWithout } from '../../../harness/testRecords.ts';

/** Milliseconds: the shortest limit of an agent, that of Cursor. */
const shortestLimit = 10_000;

describe('a hook whose file system never answers', () => {
  before(async function () {
    await inTempFolder(async (folder) => {
      const unmount = await mountHangingFiles(join(folder, 'away'), 'read');
      // Only root can mount, and not in every container.
      if (!unmount) return skipWithout(this, 'the right to mount');
      await unmount();
    });
  });

  interface Hanging {
    readonly subject: (folder: string) => string;
    readonly name: CaseName;
    readonly hang: Hang;
  }

  async function assertDenied(agent: FakeAgent, hanging: readonly Hanging[]): Promise<void> {
    await withHookedAgent(agent, async ({ project, bin, ask }) => {
      symlinkSync('.', join(project, 'link'));
      const asked = hanging.map(async ({ name, subject, hang }, index) => {
        const make = agent.cases[name];
        assert.ok(make);
        const folder = join(project, `away${index}`);
        const unmount = await mountHangingFiles(folder, hang);
        assert.ok(unmount);
        try {
          const { passes, runs } = await ask(make(project, subject(folder)), { timeoutMs: shortestLimit });
          // The fake agent waits until all ends of its pipes are closed.
          const wasLate = runs.some((run) => run.wasLate);
          assert.deepEqual([passes, wasLate], [false, false], `${name} ${hang}: ${JSON.stringify(runs)}`);
        } finally {
          await unmount();
        }
      });
      await Promise.all(asked);
      assert.equal(processesWith(join(bin, 'loader.js')), '');
    });
  }

  const read: Hanging = { name: 'read', subject: (folder) => join(folder, 'a.txt'), hang: 'read' };
  const shell: Hanging = {
    name: 'shell',
    subject: (folder) => `cat ${posixQuote(join(folder, 'a.txt'))}`,
    hang: 'read',
  };

  it('denies in time for each agent, and holds no pipe of the agent [A2]', () =>
    Promise.all(fakeAgents.map((agent) => assertDenied(agent, [agent.cases.read ? read : shell]))));

  it('denies in time when opening, looking up or git hangs, also behind a link [A2]', async () => {
    const [claude] = fakeAgents;
    assert.ok(claude);
    await assertDenied(claude, [
      shell,
      {
        name: 'read',
        subject: (folder) => join(dirname(folder), 'link', basename(folder), 'a.txt'),
        hang: 'open',
      },
      { name: 'shell', subject: (folder) => `cd ${basename(folder)} && git diff`, hang: 'lookup' },
    ]);
  });

  it('denies in time for Cursor', () =>
    withHooks(async ({ project, fire }) => {
      const unmount = await mountHangingFiles(join(project, 'away'), 'read');
      try {
        const input = {
          tool_input: { file_path: join(project, 'away/a.txt') },
          tool_name: 'Read',
          cwd: project,
        };
        const { passes, messages } = await fire('preToolUse', input, { timeoutMs: shortestLimit });
        assert.deepEqual([passes, messages.some((text) => text.includes('does not answer'))], [false, true]);
      } finally {
        await unmount?.();
      }
    }));

  it('lets a clean file of another file system pass', () =>
    withHooks(async ({ project, write, fire }) => {
      const unmount = await mountHangingFiles(join(project, 'away'), 'lookup');
      try {
        write('a.txt', 'hello');
        assert.equal((await fire('preToolUse', questions.preToolUse(project))).passes, true);
      } finally {
        await unmount?.();
      }
    }));
});

function processesWith(text: string): string {
  return spawnSync('pgrep', ['-f', text], { encoding: 'utf8' }).stdout;
}
