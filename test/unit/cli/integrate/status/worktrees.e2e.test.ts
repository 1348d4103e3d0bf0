import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exitCodes } from '../../../../../src/cli/exitCodes.ts';
import { logIn } from '../../../../support/hookedProject.ts';
import { withIntegrateFixture } from '../../../../support/integrateFixture.ts';

describe('system status in git worktrees', function () {
  // Real processes, on a machine that may be busy.
  this.timeout(60_000);

  it('finds a worktree without the hooks of another one, from each of them, until hooks are global', () =>
    withIntegrateFixture(async (fixture) => {
      const { project, run } = fixture;
      const git = (...args: string[]): void => {
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: project });
      };
      git('commit', '-q', '--allow-empty', '-m', 'start');
      await run('integrate claude --non-interactive');
      logIn(fixture);
      assert.equal((await run('system status --check')).exitCode, exitCodes.fine);
      const second = join(dirname(realpathSync(project)), 'second');
      git('worktree', 'add', '-q', second);
      for (const cwd of [project, second]) {
        const { exitCode, stdout } = await run('system status --check', { cwd, text: true });
        assert.equal(exitCode, exitCodes.failed, stdout);
        const place = cwd === second ? 'this project' : second;
        assert.match(stdout, /^✗ Claude Code {2}Secrets Hook: NOT CONFIGURED/m);
        assert.ok(stdout.includes(`\nClaude Code, ${place}: Secrets Hook\n  This git worktree`), stdout);
        assert.match(stdout, /This git worktree has no hooks of Claude Code.*service-cli integrate claude/);
      }
      await run('integrate claude --global --non-interactive');
      const { stdout } = await run('system status', { cwd: second, text: true });
      assert.ok(!stdout.includes('This git worktree has no hooks'), stdout);
    }));
});
