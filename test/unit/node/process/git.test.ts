import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure } from '../../../../src/core/failures.ts';
import { listCommits, listFiles, readBatches, readStaged } from '../../../../src/cli/analyze/git.ts';
import { git, type GitCommand } from '../../../../src/node/process/git.ts';
import {
  changedFiles,
  filesUsing,
  gitRemote,
  gitRevision,
  gitRoot,
  unpushedFiles,
} from '../../../../src/node/process/repository.ts';
import { authorships } from '../../../../src/emulator/scanner/scan.ts';
import { makePlayground, makeTemplate, type Playground } from './playground.ts';
import { ways } from './waysToStartPrograms.ts';
import { homeVariables } from '../../../support/homeVariables.ts';
import { skipWithout } from '../../../harness/testRecords.ts';

/** Asks git everything that the product asks, in a folder. The answers do not matter here. */
const askEverything = (folder: string): Promise<unknown> =>
  Promise.allSettled([
    gitRoot(folder),
    gitRevision(folder),
    gitRemote(folder),
    changedFiles(folder),
    unpushedFiles(folder),
    filesUsing(folder, 'a', { except: 'a.ts', limit: 5 }),
    listFiles(folder),
    stagedPaths(folder),
    readAllCommits(folder),
    git(folder, 'config', ['core.hooksPath']),
    git(folder, 'log', ['-p', '-m', '--format=%G? %B']),
    git(folder, 'log', ['-p', '--all']),
    git(folder, 'show', ['-m', 'HEAD']),
    git(folder, 'diff', ['--cached', 'HEAD^']),
    authorships(folder, ['a.ts', 'b.ts']),
  ]);

async function readAllCommits(folder: string): Promise<void> {
  const commits = await listCommits(folder, ['HEAD']);
  for await (const { files } of readBatches(folder, commits))
    for await (const { path } of files) assert.ok(path);
}

async function stagedPaths(folder: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of readStaged(folder)) paths.push(path);
  return paths;
}

describe('git, in a repository that names programs', () => {
  let base = '';
  let template = '';
  let play: Playground;

  before(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'service-git-')));
    template = makeTemplate(base);
  });
  beforeEach(() => {
    play = makePlayground(mkdtempSync(join(base, 'case-')), template);
  });
  after(() => rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));

  for (const { name, arrange, control, input = '' } of ways)
    it(`does not start ${name} [R3]`, async () => {
      arrange(play);
      play.forget();
      await askEverything(play.repo);
      assert.ok(!play.ran(), 'the product started the program');
      if ('why' in control) return;
      play.plainGitReading(input, ...control);
      assert.ok(play.ran(), 'git itself does not start it: the row proves nothing');
    });

  it('starts no program that variables name [R3]', async () => {
    const { repo, program } = play;
    const names = 'GIT_EXTERNAL_DIFF GIT_PAGER PAGER GIT_SSH GIT_SSH_COMMAND GIT_ASKPASS GIT_EDITOR EDITOR';
    const env = {
      ...process.env,
      ...Object.fromEntries(names.split(' ').map((variable) => [variable, program])),
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: 'core.fsmonitor',
      GIT_CONFIG_VALUE_0: program,
      GIT_CONFIG_KEY_1: 'filter.x.clean',
      GIT_CONFIG_VALUE_1: program,
      GIT_CONFIG_PARAMETERS: `'diff.external'='${program}'`,
    };
    play.write('.gitattributes', '* filter=x\n');
    const calls: readonly (readonly [GitCommand, readonly string[]])[] = [
      ['diff', ['HEAD']],
      ['blame', ['a.ts']],
      ['ls-files', ['--others']],
      ['log', ['-p']],
      ['show', ['HEAD']],
    ];
    for (const [command, args] of calls) await git(repo, command, args, { env, fromEnvironment: true });
    assert.ok(!play.ran());
    assert.ok(await git(repo, 'diff', ['HEAD'], { env }), 'git answers');
  });

  describe('whatever its layout is', () => {
    const filtered = (folder: string, config: string): void => {
      writeFileSync(join(folder, '.gitattributes'), '* filter=x\n');
      execFileSync('git', ['config', '-f', config, 'filter.x.clean', play.program]);
      play.forget();
    };

    it('does not treat a folder of a clone as a bare repository [R3]', async () => {
      const layout = join(play.repo, 'packages');
      cpSync(join(play.repo, '.git'), layout, { recursive: true });
      const app = join(layout, 'app');
      mkdirSync(app);
      writeFileSync(join(app, 'a.ts'), 'export const a = 2;\n');
      const config = join(layout, 'config');
      for (const [key, value] of [
        ['core.bare', ''],
        ['core.worktree', '.'],
      ] as const)
        execFileSync('git', ['config', '-f', config, key, value]);
      execFileSync('git', ['config', '-f', config, '--unset', 'core.bare']);
      filtered(app, config);
      await askEverything(app);
      assert.ok(!play.ran());
      assert.equal(await gitRoot(app), undefined);
      execFileSync('git', ['--no-pager', 'status'], { cwd: app, stdio: 'ignore' });
      execFileSync('git', ['-C', app, 'add', 'a.ts'], { stdio: 'ignore' });
      assert.ok(play.ran(), 'git itself does not start it: the row proves nothing');
    });

    it('continues the search above an empty .git', async () => {
      const layout = join(play.repo, 'packages');
      cpSync(join(play.repo, '.git'), layout, { recursive: true });
      mkdirSync(join(layout, '.git'));
      filtered(layout, join(layout, 'config'));
      await askEverything(layout);
      assert.ok(!play.ran());
      assert.equal(await gitRoot(layout), undefined);
    });

    it('keeps linked worktrees usable and starts none of their programs', async () => {
      const tree = join(play.repo, '../linked');
      play.plainGit('worktree', 'add', '-q', tree);
      filtered(tree, join(play.repo, '.git/config'));
      await askEverything(tree);
      assert.ok(!play.ran());
      assert.equal(await gitRoot(tree), realpathSync(tree));
    });

    it('keeps a .git file usable and starts none of its programs', async () => {
      renameSync(join(play.repo, '.git'), join(play.repo, 'elsewhere'));
      play.write('.git', 'gitdir: elsewhere\n');
      filtered(play.repo, join(play.repo, 'elsewhere/config'));
      await askEverything(play.repo);
      assert.ok(!play.ran());
      assert.deepEqual(await changedFiles(play.repo).then((files) => files.includes('a.ts')), true);
    });

    it('stays in the folder that has .git, wherever core.worktree points [R3]', async () => {
      const outside = mkdtempSync(join(base, 'outside-'));
      writeFileSync(join(outside, 'private.ts'), '');
      for (const target of [outside, base, '/']) {
        play.plainGit('config', 'core.worktree', target);
        assert.equal(await gitRoot(play.repo), play.repo);
        assert.deepEqual(await changedFiles(play.repo), ['a.ts', 'staged.ts', 'new.ts']);
      }
    });
  });

  it('is not run with options that start programs or write files, shortened or after others [R3]', async () => {
    const calls: readonly (readonly [GitCommand, ...string[]])[] = [
      ['grep', '-Otouch x', 'a'],
      ['grep', '-nO', 'a'],
      ['grep', '--open-files-in-pager=touch x', 'a'],
      ['grep', '--op', 'a'],
      ['diff', '--ext-diff'],
      ['log', '-p', '--ext'],
      ['show', '--textconv'],
      ['cat-file', '--filters', 'HEAD:a.ts'],
      ['log', '--show-signature'],
      ['log', '--output=x'],
      ['show', '--remerge-diff'],
      ['log', '-p', '--diff-merges=remerge'],
      ['log', '-p', '--subm=diff'],
      ['rev-list', '--alternate-refs'],
    ];
    for (const [command, ...args] of calls)
      await assert.rejects(git(play.repo, command, args), /option/, args.join(' '));
    await assert.doesNotReject(git(play.repo, 'grep', ['-h', '-eNO', '-e', 'a|O', '--', '.']));
    await assert.doesNotReject(git(play.repo, 'log', ['--', '--output=x']));
  });

  it('lists what a push would change: uncommitted, committed, deleted and renamed files, of the folder alone', async () => {
    const { repo, plainGit, write } = play;
    const commit = (): void => {
      plainGit('add', '--all');
      plainGit('commit', '-qm', 'x');
    };
    mkdirSync(join(repo, 'sub'), { recursive: true });
    write('sub/é.ts', '1');
    write('old name.ts', 'a\nb\nc\n');
    commit();
    assert.deepEqual(await unpushedFiles(repo), [], 'without a remote, commits are not counted');
    plainGit('update-ref', 'refs/remotes/origin/main', 'HEAD');
    plainGit('mv', 'old name.ts', 'new name.ts');
    commit();
    write('sub/é.ts', '2');
    commit();
    rmSync(join(repo, 'b.ts'));
    write('sub/fresh.ts', '');
    const names = ['b.ts', 'new name.ts', 'old name.ts', 'sub/fresh.ts', 'sub/é.ts'];
    assert.deepEqual((await unpushedFiles(repo))?.toSorted(), names);
    assert.deepEqual((await unpushedFiles(join(repo, 'sub')))?.toSorted(), ['fresh.ts', 'é.ts']);
    assert.equal(await unpushedFiles(base), undefined);
  });

  it('fails when git cannot list what a push would change, instead of leaving commits out', async () => {
    play.plainGit('update-ref', 'refs/remotes/origin/main', 'HEAD');
    writeFileSync(join(play.repo, '.git/refs/remotes/origin/damaged'), `${'1'.repeat(40)}\n`);
    await assert.rejects(unpushedFiles(play.repo), (error) => Failure.is(error, 'storage'));
    play.plainGit('checkout', '-q', '--orphan', 'new');
    assert.ok((await unpushedFiles(play.repo))?.includes('new.ts'));
  });

  it('answers in a repository with filters as without them', async () => {
    assert.deepEqual(await changedFiles(play.repo), ['a.ts', 'staged.ts', 'new.ts']);
    play.configure('[filter "lfs"]\n\tclean = false\n\trequired = true');
    play.write('.git/info/attributes', '*.ts filter=lfs\n');
    assert.deepEqual(await changedFiles(play.repo), ['a.ts', 'staged.ts', 'new.ts']);
    assert.deepEqual(await stagedPaths(play.repo), ['staged.ts']);
  });

  it('reads the index that git names to a hook', async () => {
    const other = join(play.repo, '.git/other-index');
    execFileSync('git', ['add', 'new.ts'], {
      cwd: play.repo,
      env: { ...process.env, GIT_INDEX_FILE: other },
    });
    const args = ['--cached'];
    const env = { ...process.env, GIT_INDEX_FILE: other };
    const named = await git(play.repo, 'ls-files', args, { env, fromEnvironment: true });
    assert.equal(named?.toString(), 'new.ts\n');
    assert.match(String(await git(play.repo, 'ls-files', args, { env })), /^a\.ts\n/);
  });

  it('trusts a repository of another user if GIT_CONFIG_COUNT allows it, as on build machines', async function () {
    // Only the superuser can give a folder to another user.
    if (process.getuid?.() !== 0) skipWithout(this, 'the rights of root');
    for (const path of [play.repo, join(play.repo, '.git')]) chownSync(path, 12_345, 12_345);
    const env = { ...process.env, ...homeVariables(base) };
    assert.equal(await git(play.repo, 'rev-parse', ['HEAD'], { env }), undefined);
    const trusting = {
      ...env,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: play.repo,
    };
    assert.ok(await git(play.repo, 'rev-parse', ['HEAD'], { env: trusting }));
  });

  it('returns no answer when git prints too much or does not end', async () => {
    assert.equal(await git(play.repo, 'ls-files', ['-z'], { maxBytes: 3 }), undefined);
    const bin = mkdtempSync(join(base, 'bin-'));
    writeFileSync(join(bin, 'git'), '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 });
    const path = process.env.PATH;
    try {
      process.env.PATH = `${bin}:${path ?? ''}`;
      assert.equal(await git(play.repo, 'ls-files', [], { timeoutMs: 50 }), undefined);
    } finally {
      process.env.PATH = path;
    }
  });

  it('does not start git from a relative folder of the search path, or from one of the repository [R3]', async () => {
    const { repo, program } = play;
    const outside = join(dirname(repo), 'outside');
    mkdirSync(outside);
    mkdirSync(join(repo, 'bin'));
    for (const file of ['git', 'bin/git']) cpSync(program, join(repo, file));
    symlinkSync(join(repo, 'bin/git'), join(outside, 'git'));
    const before = { path: process.env.PATH, cwd: process.cwd() };
    try {
      process.chdir(repo);
      process.env.PATH = `:.:bin:${repo}/bin:${outside}:${before.path ?? ''}`;
      await askEverything(repo);
      assert.ok(await git(repo, 'ls-files', []), 'the git of the machine answers');
    } finally {
      process.env.PATH = before.path;
      process.chdir(before.cwd);
    }
    assert.ok(!play.ran());
  });

  it('gives git only library folders that the repository cannot fill [R3]', async () => {
    const { repo } = play;
    const libraries = join(repo, 'lib');
    mkdirSync(libraries);
    const link = join(dirname(repo), 'link');
    symlinkSync(libraries, link);
    const traced = async (value: string): Promise<string> => {
      const folder = join(dirname(repo), 'programs');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'git'), '#!/bin/sh\necho "libraries: ${LD_LIBRARY_PATH-none}"\n', {
        mode: 0o755,
      });
      const { PATH } = process.env;
      process.env.PATH = `${folder}:${PATH ?? ''}`;
      try {
        return String(
          await git(repo, 'rev-parse', ['HEAD'], { env: { ...process.env, LD_LIBRARY_PATH: value } }),
        );
      } finally {
        process.env.PATH = PATH;
      }
    };
    assert.match(await traced(':/opt/x/lib'), /libraries: \/opt\/x\/lib$/m);
    for (const value of ['', ':', '.', 'lib', libraries, `${libraries}/`, `${repo}/./lib`, repo, link])
      assert.match(await traced(value), /libraries: none$/m, value);
  });
});
