import assert from 'node:assert/strict';
import { realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandTable } from '../../../../src/cli/commandTable.ts';
import type { TestAnalysis } from '../../../contract/provision.ts';
import { usePlatform } from '../../../contract/usePlatform.ts';
import { type CliRun, inTempFolder, linesOf, loggedIn, runCli } from '../../../support/cliRun.ts';
import { gitIn } from '../../../support/gitIn.ts';
import { put } from '../../../support/tempFolder.ts';

const sources = {
  'fixed.js': 'alert(1);\n',
  'half.js': 'alert(2);\nalert(3);\n',
  'gone.js': 'alert(4);\n',
  'other.js': 'alert(5);\n',
};

interface Fixture {
  readonly root: string;
  readonly write: (path: string, text: string) => void;
  readonly run: (args?: string, text?: boolean) => Promise<CliRun>;
}

describe('service-cli gate changed', () => {
  const { platform, admin } = usePlatform();

  before(async () => {
    for (const key of ['shop', 'till']) {
      await admin.project(key, key);
      await admin.analyse(key, { files: { 'fixed.js': { source: '' } } });
    }
    const files = Object.entries(sources).map(([path, source]): [string, TestAnalysis['files'][string]] => {
      const issues = source
        .trim()
        .split('\n')
        .map((_, index) => ({ line: index + 1, message: 'Remove this.' }));
      return [path, { source, issues }];
    });
    await admin.analyse('shop', { files: Object.fromEntries(files) });
  });

  const inProject = (key: string, use: (fixture: Fixture) => Promise<void>): Promise<void> =>
    inTempFolder(async (folder) => {
      const root = join(realpathSync(folder), 'project');
      const write = (path: string, text: string): string => put(join(root, path), text);
      write('service-project.properties', `service.projectKey=${key}\n`);
      for (const [path, source] of Object.entries(sources)) write(path, source);
      for (const command of ['init -q --template=', 'add .', 'commit -q -m Begin'])
        gitIn(root, ...command.split(' '));
      const env = loggedIn(folder, platform);
      const run: Fixture['run'] = (args = '', text = true) =>
        runCli(['gate', 'changed', ...args.split(' ').filter(Boolean)], {
          rows: commandTable,
          cwd: root,
          env,
          text,
        });
      await use({ root, write, run });
    });

  it('tells what the local changes have probably fixed, what is left in changed files, and what elsewhere', () =>
    inProject('shop', async ({ root, write, run }) => {
      write('fixed.js', 'export {};\n');
      write('half.js', '// Moved.\nalert(2);\n');
      rmSync(join(root, 'gone.js'));
      const { stdout, stderr, exitCode } = await run();
      assert.equal(exitCode, 52);
      assert.match(stdout, /^Issues on new code: 5, must be at most 0$/m);
      assert.match(
        stdout,
        /^ {2}probably fixed: 2, in deleted or renamed files: 1, left in files that you changed: 1, left in other files: 1$/m,
      );
      assert.match(stdout, /^ {2}half\.js:1: Remove this\. \(/m);
      assert.match(stderr, /Only the next analysis can tell whether the gate passes/);
      const [line] = linesOf(await run('', false));
      const { edited, gone, elsewhere, isComplete } = line ?? {};
      assert.deepEqual(
        { edited, gone, elsewhere, isComplete },
        { edited: 2, gone: 1, elsewhere: 1, isComplete: true },
      );
    }));

  it('ends with 0 when every reason was edited, and when the gate does not fail', async () => {
    await inProject('shop', async ({ write, run }) => {
      for (const path of Object.keys(sources)) write(path, 'export {};\n');
      assert.equal((await run()).exitCode, 0);
    });
    await inProject('till', async ({ run }) => {
      const { stdout, stderr, exitCode } = await run();
      assert.deepEqual([stdout, exitCode], ['', 0]);
      assert.match(stderr, /The quality gate does not fail/);
    });
  });

  it('prints the reasons with --quiet too, ends with 0, and says nothing where nothing can be known', async () => {
    await inProject('shop', async ({ root, run }) => {
      const { stdout, exitCode } = await run('--quiet');
      assert.equal(exitCode, 0);
      assert.match(stdout, /left in other files: 5/);
      const silent = async (args: string) => {
        const { stdout: out, stderr, exitCode: code } = await run(args);
        assert.deepEqual([out, stderr, code], ['', '', 0], args);
      };
      await silent('--quiet -p absent');
      await silent('--quiet -p till');
      rmSync(join(root, '.git'), { recursive: true });
      await silent('--quiet');
      assert.equal((await run()).exitCode, 1);
    });
  });

  it('reports an unexpected error with --quiet, too', () =>
    inProject('shop', async ({ root, run }) => {
      rmSync(root, { recursive: true });
      const { stderr, exitCode } = await run('--quiet');
      assert.equal(exitCode, 1);
      assert.match(stderr, /ENOENT/);
    }));
});
