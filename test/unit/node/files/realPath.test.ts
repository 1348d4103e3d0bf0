import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  constants,
  lchownSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import {
  openInside,
  ownPath,
  readInside,
  realPathInside,
  UnsafePath,
} from '../../../../src/node/files/realPath.ts';
import { inTempFolder } from '../../../support/cliRun.ts';
import { skipWithout } from '../../../harness/testRecords.ts';

const put = (path: string, text = 'x'): string => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
};

const link = (target: string, path: string): string => {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
  return path;
};

/** Replaces a folder by a link to another one and back, as fast as it can. */
const swapForEver = `
  const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
  const [folder, other] = process.argv.slice(1);
  for (;;) {
    renameSync(folder, folder + '.kept');
    symlinkSync(other, folder);
    unlinkSync(folder);
    renameSync(folder + '.kept', folder);
  }`;

function textUnlessUnsafe(root: string, path: string): string | undefined {
  try {
    return readInside(root, path)?.toString();
  } catch (error) {
    if (error instanceof UnsafePath) return undefined;
    throw error;
  }
}

describe('realPathInside', () => {
  it('accepts a regular file, a missing one, and one in missing folders', () =>
    inTempFolder((root) => {
      put(join(root, 'a/b'));
      for (const path of ['a/b', 'a/c', 'd/e/f'])
        assert.equal(realPathInside(root, path), join(realpathSync(root), path));
    }));

  it('follows links to the root, and accepts paths by both of its names', () =>
    inTempFolder((folder) => {
      const file = put(join(folder, 'real/a'));
      const root = link('real', join(folder, 'root'));
      for (const path of ['a', join(root, 'a'), file])
        assert.equal(realPathInside(root, path), realpathSync(file));
    }));

  const refused: Record<string, (root: string, outside: string) => string> = {
    'a link to a file outside': (root, outside) => link(join(outside, 'a'), join(root, 'x')),
    'a link to nothing': (root, outside) => link(join(outside, 'none'), join(root, 'x')),
    'a link to a file inside': (root) => link(put(join(root, '.git/config')), join(root, 'x')),
    'a folder that is a link': (root, outside) => join(link(outside, join(root, 'x')), 'a'),
    'an absent file below a folder that is a link': (root, outside) =>
      join(link(outside, join(root, 'x')), 'n/m'),
    'a path that leaves the root': (root) => join(root, '../outside/a'),
    'the root itself': (root) => root,
    'a folder': (root) => dirname(put(join(root, 'x/a'))),
    'a pipe': (root) => {
      execFileSync('mkfifo', [join(root, 'x')]);
      return join(root, 'x');
    },
    'a path through a file': (root) => join(put(join(root, 'x')), 'y'),
  };
  for (const [what, path] of Object.entries(refused))
    it(`refuses ${what} [R2]`, () =>
      inTempFolder((folder) => {
        const [root, outside] = [join(folder, 'root'), join(folder, 'outside')];
        mkdirSync(root);
        put(join(outside, 'a'));
        const given = path(root, outside);
        assert.throws(() => realPathInside(root, given), UnsafePath);
        assert.throws(() => readInside(root, given), UnsafePath);
      }));
});

describe('openInside', () => {
  it('refuses a file whose folder is replaced by a link between check and opening [R2]', () =>
    inTempFolder((folder) => {
      const [root, outside] = [join(folder, 'root'), join(folder, 'outside')];
      put(join(root, 'sub/a'), 'inside');
      put(join(outside, 'a'), 'outside');
      const swapper = spawn(process.execPath, ['-e', swapForEver, join(root, 'sub'), outside]);
      let opened = 0;
      try {
        for (let round = 0; round < 20_000; round++) {
          const text = textUnlessUnsafe(root, 'sub/a');
          assert.notEqual(text, 'outside', `round ${round}`);
          if (text !== undefined) opened++;
        }
      } finally {
        swapper.kill('SIGKILL');
      }
      assert.ok(opened > 0, 'the file was never there');
    }));

  it('creates a missing file, but no folder', () =>
    inTempFolder((root) => {
      const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT;
      closeSync(openInside(root, 'new', flags));
      assert.equal(readFileSync(join(root, 'new'), 'utf8'), '');
      assert.throws(() => openInside(root, 'a/new', flags), { code: 'ENOENT' });
    }));
});

describe('ownPath', () => {
  it('follows links of the user to files and folders of the user, also to absent ones', () =>
    inTempFolder((home) => {
      const folder = realpathSync(home);
      link('../dotfiles/cursor', join(home, 'config/.cursor'));
      put(join(home, 'dotfiles/cursor/hooks.json'));
      link('mcp.real', join(home, 'dotfiles/cursor/mcp.json'));
      const real = (name: string) => join(folder, 'dotfiles/cursor', name);
      assert.equal(ownPath(join(home, 'config/.cursor/hooks.json')), real('hooks.json'));
      assert.equal(ownPath(join(home, 'config/.cursor/mcp.json')), real('mcp.real'));
      assert.equal(ownPath(join(home, 'config/.cursor/hooks/a.sh')), real('hooks/a.sh'));
    }));

  it('refuses a link that leads to itself', () =>
    inTempFolder((home) => {
      link('a', join(home, 'b'));
      link('b', join(home, 'a'));
      assert.throws(() => ownPath(join(home, 'a')), UnsafePath);
    }));

  it('refuses a link of another user, and a link to what belongs to another user [U1]', function () {
    // Only the administrator can make files of another user.
    if (process.getuid?.() !== 0) skipWithout(this, 'the rights of root');
    return inTempFolder((home) => {
      link('a', join(home, 'foreign'));
      put(join(home, 'a'));
      lchownSync(join(home, 'foreign'), 1234, 1234);
      assert.throws(() => ownPath(join(home, 'foreign')), UnsafePath);
      put(join(home, 'theirs/b'));
      chownSync(join(home, 'theirs'), 1234, 1234);
      chownSync(join(home, 'theirs/b'), 1234, 1234);
      link('theirs', join(home, 'mine'));
      for (const path of ['mine/b', 'mine/new']) assert.throws(() => ownPath(join(home, path)), UnsafePath);
    });
  });
});
