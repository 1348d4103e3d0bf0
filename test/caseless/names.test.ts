import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readInside } from '../../src/node/files/realPath.ts';
import { secret, withHooks } from '../support/hookedProject.ts';
import { withTempFolder } from '../support/tempFolder.ts';

describe('on a file system that ignores case', () => {
  it('a file is read by its name in another case, below a folder in another case', () =>
    withTempFolder(async (folder) => {
      mkdirSync(join(folder, 'Sub'));
      writeFileSync(join(folder, 'Sub/File.txt'), 'text');
      for (const [root, path] of [
        [folder, 'Sub/File.txt'],
        [folder, 'sub/file.TXT'],
        [join(folder, 'sub'), 'File.txt'],
      ] as const)
        assert.equal(String(readInside(root, path)), 'text', path);
      return Promise.resolve();
    }));

  it('a hook blocks a file in another case, and puts it into the ignore list', () =>
    withHooks(async ({ project, fire, read }) => {
      mkdirSync(join(project, 'Sub'));
      writeFileSync(join(project, 'Sub/Inner.env'), `TOKEN=${secret}\n`);
      writeFileSync(join(project, 'Sub/clean.env'), 'NAME=x\n');
      const question = (name: string) => ({ tool_name: 'Read', tool_input: { path: name }, cwd: project });
      assert.equal((await fire('preToolUse', question('sub/CLEAN.env'))).passes, true);
      assert.equal((await fire('preToolUse', question('SUB/inner.ENV'))).passes, false);
      // Linux does not tell the real name, other than macOS and Windows.
      const listed = process.platform === 'linux' ? /^\/SUB\/inner\.ENV$/m : /^\/Sub\/Inner\.env$/m;
      assert.match(read('.cursorignore') ?? '', listed);
    }));
});
