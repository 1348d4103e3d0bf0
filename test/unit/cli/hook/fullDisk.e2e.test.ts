import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, cpSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { skipWithout } from '../../../harness/testRecords.ts';
import { inTempFolder } from '../../../support/cliRun.ts';
import { events, questions, secret, withHooks } from '../../../support/hookedProject.ts';

describe('a hook on a full disk', () => {
  /** Puts a disk without a free byte over a folder that keeps its files; false where this process may not mount. */
  async function withFullDisk(folder: string, use: () => Promise<unknown>): Promise<boolean> {
    return inTempFolder(async (copy) => {
      const keep = { recursive: true, verbatimSymlinks: true } as const;
      cpSync(folder, copy, keep);
      if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'full', folder]).status !== 0) return false;
      try {
        cpSync(copy, folder, keep);
        fill(join(folder, 'rest'));
        await use();
      } finally {
        execFileSync('umount', [folder]);
      }
      return true;
    });
  }

  it('denies a secret and lets a clean file pass [A2]', function () {
    return withHooks(async ({ project, home, write, fire }) => {
      write('a.txt', 'hello');
      write('secret.txt', `token = "${secret}"`);
      const path = join(project, 'secret.txt');
      const isMounted = await withFullDisk(project, () =>
        withFullDisk(home, async () => {
          const passes = async (event: string, question: Record<string, unknown>) =>
            [event, (await fire(event, question)).passes] as const;
          const clean = events.map((event) => passes(event, { ...questions[event](project) }));
          assert.deepEqual(
            await Promise.all(clean),
            events.map((event) => [event, true]),
          );
          const read = { tool_name: 'Read', tool_input: { file_path: path }, cwd: project };
          assert.deepEqual(
            await Promise.all([
              passes('preToolUse', read),
              passes('beforeShellExecution', { command: 'cat secret.txt', cwd: project }),
            ]),
            [
              ['preToolUse', false],
              ['beforeShellExecution', false],
            ],
          );
        }),
      );
      // Only root can mount, and not in every container.
      if (!isMounted) skipWithout(this, 'the right to mount');
    });
  });
});

/** Writes into a new file until the disk takes nothing more. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (let size = 1024 * 1024; size > 0;)
      try {
        writeSync(file, Buffer.alloc(size));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        size = Math.floor(size / 2);
      }
  } finally {
    closeSync(file);
  }
}
