import assert from 'node:assert/strict';
import { findHead, type GitHead } from '../../../../src/core/git/gitHead.ts';

type Files = Readonly<Record<string, string>>;

function headOf(folder: string, files: Files): Promise<GitHead | undefined> {
  return findHead(folder, { readText: (path) => Promise.resolve(files[path]) });
}

async function branchIn(folder: string, files: Files): Promise<string | undefined> {
  return (await headOf(folder, files))?.branch;
}

describe('findHead', () => {
  it('reads the head of a repository', async () => {
    assert.equal(await branchIn('/w', { '/w/.git/HEAD': 'ref: refs/heads/main\n' }), 'main');
    assert.equal(await branchIn('/w/', { '/w/.git/HEAD': 'ref: refs/heads/feature/x y\n' }), undefined);
    assert.equal(await branchIn('/w', { '/w/.git/HEAD': 'ref: refs/heads/feature/x\r\n' }), 'feature/x');
  });

  it('finds the repository above the folder', async () => {
    assert.equal(await branchIn('/w/a/b', { '/w/.git/HEAD': 'ref: refs/heads/main\n' }), 'main');
  });

  it('follows the link of a worktree, absolute or relative', async () => {
    for (const [folder, link, target] of [
      ['/w', '/r/.git/worktrees/w\n', '/r/.git/worktrees/w'],
      ['/r/w', '../.git/worktrees/w\n', '/r/.git/worktrees/w'],
      ['c:/w', 'C:\\r\\.git\\worktrees\\w', 'C:/r/.git/worktrees/w'],
    ] as const) {
      const files = { [`${folder}/.git`]: `gitdir: ${link}`, [`${target}/HEAD`]: 'ref: refs/heads/fix\n' };
      assert.equal(await branchIn(folder, files), 'fix', link);
    }
  });

  it('has none on a detached head, outside of repositories, and where the head is elsewhere', async () => {
    assert.equal(await branchIn('/w', { '/w/.git/HEAD': `${'a'.repeat(40)}\n` }), undefined);
    assert.equal(await branchIn('/w', {}), undefined);
    assert.equal(await branchIn('/w', { '/w/.git/HEAD': 'ref: refs/heads/.invalid\n' }), undefined);
    assert.equal(await branchIn('/w', { '/w/.git': 'nonsense' }), undefined);
  });

  it('returns the place of HEAD, even if it is detached', async () => {
    const link = { '/w/.git': 'gitdir: /r/.git/worktrees/w', '/r/.git/worktrees/w/HEAD': 'c'.repeat(40) };
    assert.deepEqual(await headOf('/w/a', link), { folder: '/r/.git/worktrees/w', branch: undefined });
    assert.equal((await headOf('/w/a', { '/w/.git/HEAD': 'ref: refs/heads/x' }))?.folder, '/w/.git');
    assert.equal(await headOf('/w/a', {}), undefined);
  });

  it('does not take a detached head for the branch of the repository around it', async () => {
    const files = { '/r/s/.git/HEAD': 'b'.repeat(40), '/r/.git/HEAD': 'ref: refs/heads/main' };
    assert.equal(await branchIn('/r/s', files), undefined);
  });

  it('takes the nearest of several repositories', async () => {
    const files = { '/r/s/.git/HEAD': 'ref: refs/heads/inner', '/r/.git/HEAD': 'ref: refs/heads/outer' };
    assert.equal(await branchIn('/r/s/a/b', files), 'inner');
  });

  it('waits for four answers at most, however deep the folder is', async () => {
    let rounds = 0;
    let asking: Promise<void> | undefined;
    const readText = async (): Promise<undefined> => {
      // All that is asked before the next turn is one round.
      asking ??= new Promise((resolve) =>
        setImmediate(() => {
          rounds++;
          asking = undefined;
          resolve();
        }),
      );
      await asking;
    };
    assert.equal(await findHead('/a/b/c/d/e/f/g', { readText }), undefined);
    assert.ok(rounds <= 4, `${rounds} rounds`);
  });
});
