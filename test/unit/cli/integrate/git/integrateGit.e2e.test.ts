import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { integrateCommand } from '../../../../../src/cli/commands/integrate.ts';
import { systemCommand } from '../../../../../src/cli/systemStatus.ts';
import { exitCodes } from '../../../../../src/cli/exitCodes.ts';
import { builtCli } from '../../../../support/builtCli.ts';
import { answerOf, type CliRun, inTempFolder, runCli } from '../../../../support/cliRun.ts';
import { githubToken } from '../../../../support/madeSecrets.ts';
import { unusualName } from '../../../../support/integrateFixture.ts';
import { homeVariables } from '../../../../support/homeVariables.ts';
import { put } from '../../../../support/tempFolder.ts';

const secret = `const t = '${githubToken(21)}';\n`;

interface Fixture {
  readonly home: string;
  readonly repo: string;
  /** Runs git like a user in a shell and returns its exit code and what it printed. */
  readonly git: (args: readonly string[], cwd?: string) => { readonly code: number; readonly text: string };
  readonly write: (path: string, text: string, mode?: number) => void;
  readonly read: (path: string) => string | undefined;
  readonly cli: (args: string, cwd?: string) => Promise<CliRun>;
  /** Commits one new file and returns whether git accepted it. */
  readonly commits: (text: string, cwd?: string) => boolean;
}

async function withRepository(use: (fixture: Fixture) => Promise<void>): Promise<void> {
  const bundles = await builtCli();
  await inTempFolder(async (folder) => {
    const home = join(folder, 'home');
    const repo = join(folder, unusualName.replace('\n', ' '));
    for (const path of [home, repo]) mkdirSync(path);
    const env = { ...homeVariables(home), PATH: process.env.PATH, SERVICE_KEYRING: 'off' };
    writeFileSync(
      join(home, '.gitconfig'),
      '[user]\n\tname = t # me\n\temail = t@x.test\n[init]\n\tdefaultBranch = main\n[protocol "file"]\n\tallow = always',
    );
    const git: Fixture['git'] = (args, cwd = repo) => {
      const { status, stdout, stderr } = spawnSync('git', args, { cwd, env, encoding: 'utf8' });
      return { code: status ?? -1, text: stdout + stderr };
    };
    let files = 0;
    git(['init', '-q']);
    await use({
      home,
      repo,
      git,
      write: (path, text, mode = 0o644) => chmodSync(put(join(repo, path), text), mode),
      read: (path) => (existsSync(join(repo, path)) ? readFileSync(join(repo, path), 'utf8') : undefined),
      cli: (args, cwd = repo) =>
        runCli(args.split(' '), { rows: [integrateCommand, systemCommand], cwd, env, bundles }),
      commits: (text, cwd = repo) => {
        const name = `file${files++}.ts`;
        writeFileSync(join(cwd, name), text);
        git(['add', name], cwd);
        const { code, text: printed } = git(['commit', '-qm', 'x'], cwd);
        if (code !== 0) git(['rm', '-qf', name], cwd);
        assert.ok(!printed.includes(githubToken(21)), 'git printed the secret');
        return code === 0;
      },
    });
  });
}

const install = async ({ cli }: Fixture, args = 'integrate git', cwd?: string): Promise<CliRun> => {
  const run = await cli(args, cwd);
  assert.equal(run.exitCode, exitCodes.fine, run.stderr);
  return run;
};

/** Makes an empty bare repository and names it `origin`. */
function addOrigin({ git, repo }: Fixture): void {
  const remote = join(dirname(repo), 'remote.git');
  git(['init', '-q', '--bare', remote]);
  git(['remote', 'add', 'origin', remote]);
}

describe('integrate git', () => {
  it('refuses a commit with a secret and accepts a clean one', () =>
    withRepository(async (fixture) => {
      await install(fixture);
      assert.ok(fixture.commits('const x = 1;\n'));
      assert.ok(!fixture.commits(secret));
      fixture.write('leak.ts', secret);
      fixture.git(['add', '.']);
      const { text } = fixture.git(['commit', '-m', 'leak']);
      assert.match(
        text,
        /The pre-commit hook of service-cli blocked this commit\..* git commit --no-verify$/m,
      );
    }));

  it('applies the own rules of the project', () =>
    withRepository(async (fixture) => {
      await install(fixture);
      const rules = [{ id: 'badge', pattern: 'badge-[0-9]{8}' }];
      fixture.write('.service/secrets.json', JSON.stringify({ version: 1, rules }));
      assert.ok(fixture.commits('const x = 1;\n'));
      assert.ok(!fixture.commits('const x = "badge-12345678";\n'));
    }));

  it('refuses a push of a secret that was committed without the hook, and accepts a clean one', () =>
    withRepository(async (fixture) => {
      const { git, commits } = fixture;
      addOrigin(fixture);
      await install(fixture);
      assert.ok(commits('const x = 1;\n'));
      assert.equal(git(['push', '-q', 'origin', 'main']).code, 0);
      fixture.write('leak.ts', secret);
      git(['add', '.']);
      assert.equal(git(['commit', '-qnm', 'leak']).code, 0);
      const refused = git(['push', '-q', 'origin', 'main']);
      assert.notEqual(refused.code, 0);
      assert.match(refused.text, /leak\.ts:1:12 .*in commit/);
      assert.match(refused.text, /blocked this push\. Revoke .*\n.* git push --no-verify$/m);
      assert.equal(git(['push', '-q', 'origin', '--delete', 'nothing-here']).code, 1);
      git(['reset', '-q', '--hard', 'HEAD~1']);
      assert.ok(commits('const y = 1;\n'));
      assert.equal(git(['push', '-q', 'origin', 'main']).code, 0);
    }));

  it('keeps a hook of the user running: its failure counts, its input is there, and removal restores it', () =>
    withRepository(async (fixture) => {
      const { git, write, read, commits, repo } = fixture;
      const preCommit = '#!/bin/bash\nset -e\n[ ! -f stop ] || exit 7\ntouch ran\nexit 0\n';
      const prePush = '#!/bin/sh\ncat > pushed\n[ "$1" = origin ]\n';
      write('.git/hooks/pre-commit', preCommit, 0o755);
      write('.git/hooks/pre-push', prePush, 0o755);
      await install(fixture);
      assert.ok(commits('const x = 1;\n'));
      assert.ok(existsSync(join(repo, 'ran')));
      assert.ok(!commits(secret));
      write('stop', '');
      assert.ok(!commits('const y = 1;\n'), 'the failure of the foreign hook counts');
      rmSync(join(repo, 'stop'));
      addOrigin(fixture);
      assert.equal(git(['push', '-q', 'origin', 'main']).code, 0);
      assert.match(read('pushed') ?? '', /^refs\/heads\/main [\da-f]{40} refs\/heads\/main 0{40}\n$/);
      git(['push', '-q', 'origin', 'main']);
      assert.equal(read('pushed'), '', 'a push without branches has no line');
      await install(fixture, 'integrate git --remove');
      assert.deepEqual([read('.git/hooks/pre-commit'), read('.git/hooks/pre-push')], [preCommit, prePush]);
    }));

  it('calls a hook that no shell runs, and puts it back on removal', () =>
    withRepository(async (fixture) => {
      const { write, read, commits, repo } = fixture;
      const script =
        "#!/usr/bin/env node\nconst fs = require('node:fs');\nfs.writeFileSync('ran', '');\nprocess.exitCode = fs.existsSync('stop') ? 1 : 0;\n";
      write('.git/hooks/pre-commit', script, 0o755);
      await install(fixture);
      await install(fixture);
      assert.ok(commits('const x = 1;\n'));
      assert.ok(existsSync(join(repo, 'ran')));
      assert.ok(!commits(secret));
      write('stop', '');
      assert.ok(!commits('const y = 1;\n'));
      await install(fixture, 'integrate git --remove');
      assert.equal(read('.git/hooks/pre-commit'), script);
      assert.equal(read('.git/hooks/pre-commit.before-service'), undefined);
    }));

  it('changes nothing in a second run and nothing in a dry run, and leaves no file behind', () =>
    withRepository(async (fixture) => {
      const dry = answerOf(await install(fixture, 'integrate git --dry-run'));
      assert.equal(dry.result, 'wouldInstall');
      assert.ok(
        !existsSync(join(fixture.home, '.service')) && !existsSync(join(fixture.repo, '.git/hooks/pre-push')),
      );
      assert.equal(answerOf(await install(fixture)).result, 'installed');
      assert.equal(answerOf(await install(fixture)).result, 'unchanged');
      assert.equal(answerOf(await install(fixture, 'integrate git --remove')).result, 'removed');
      assert.ok(!existsSync(join(fixture.repo, '.git/hooks/pre-push')));
      assert.ok(!existsSync(join(fixture.home, '.service/service-cli/git/secrets.sh')));
      assert.ok(fixture.commits(secret));
    }));

  it('adds to the hooks of husky 9 lines without a path of this machine', () =>
    withRepository(async (fixture) => {
      const { git, write, read, commits, home } = fixture;
      git(['config', 'core.hooksPath', '.husky/_']);
      const run =
        '#!/usr/bin/env sh\nh="$(dirname "$(dirname "$0")")/$(basename "$0")"\n[ ! -f "$h" ] || exec sh -e "$h" "$@"\n';
      for (const hook of ['pre-commit', 'pre-push']) write(`.husky/_/${hook}`, run, 0o755);
      write('.husky/pre-commit', 'echo tests\n');
      await install(fixture);
      assert.ok(!(read('.husky/pre-commit') ?? '').includes(home));
      assert.ok((read('.husky/pre-commit') ?? '').endsWith('echo tests\n'));
      assert.ok(commits('const x = 1;\n'));
      assert.ok(!commits(secret));
      rmSync(join(home, '.service'), { recursive: true });
      assert.ok(commits(secret), 'a colleague without service-cli can commit');
    }));

  it('adds to a folder of shared hooks that core.hooksPath names', () =>
    withRepository(async (fixture) => {
      fixture.git(['config', 'core.hooksPath', '.githooks']);
      await install(fixture);
      assert.ok(!(fixture.read('.githooks/pre-commit') ?? '').includes(fixture.home));
      assert.ok(fixture.commits('const x = 1;\n'));
      assert.ok(!fixture.commits(secret));
    }));

  it('checks the commits of a linked worktree and of a submodule', () =>
    withRepository(async (fixture) => {
      const { git, commits, repo } = fixture;
      assert.ok(commits('const x = 1;\n'));
      const tree = join(dirname(repo), 'tree');
      git(['worktree', 'add', '-q', tree]);
      await install(fixture, 'integrate git', tree);
      assert.ok(!commits(secret), 'all working trees share the hooks');
      assert.ok(!commits(secret, tree));
      assert.ok(commits('const y = 1;\n', tree));
      const outer = join(dirname(repo), 'outer');
      git(['init', '-q', outer], dirname(repo));
      git(['submodule', 'add', '-q', repo, 'inner'], outer);
      const inner = join(outer, 'inner');
      assert.ok(commits(secret, inner), 'a submodule has hooks of its own');
      await install(fixture, 'integrate git', inner);
      assert.ok(!commits(secret, inner));
    }));

  for (const [title, arrange, reason] of [
    [
      'outside of a repository',
      ({ repo }: Fixture) => {
        rmSync(join(repo, '.git'), { recursive: true });
      },
      /not in the working tree/,
    ],
    [
      'in a bare repository',
      ({ git, repo }: Fixture) => {
        rmSync(join(repo, '.git'), { recursive: true });
        git(['init', '-q', '--bare', '.']);
      },
      /bare repository/,
    ],
    [
      'where the folder of the hooks is a link',
      ({ repo, home }: Fixture) => {
        rmSync(join(repo, '.git/hooks'), { recursive: true });
        symlinkSync(home, join(repo, '.git/hooks'));
      },
      /is a symbolic link/,
    ],
    [
      'where a hook is a link',
      ({ repo, write }: Fixture) => {
        write('tracked.sh', '#!/bin/sh\n', 0o755);
        symlinkSync('../../tracked.sh', join(repo, '.git/hooks/pre-commit'));
      },
      /is a symbolic link/,
    ],
    [
      'where core.hooksPath of the repository leads out of it',
      ({ git, home }: Fixture) => {
        git(['config', 'core.hooksPath', home]);
      },
      /outside of it/,
    ],
    [
      'where a hook is not executable',
      ({ write }: Fixture) => {
        write('.git/hooks/pre-push', '#!/bin/sh\n');
      },
      /not executable/,
    ],
    [
      'where core.hooksPath of the user serves all repositories',
      ({ git, home }: Fixture) => {
        git(['config', '--global', 'core.hooksPath', join(home, 'hooks')]);
      },
      /integrate git --global/,
    ],
  ] as const)
    it(`changes nothing ${title}, and says why [R3]`, () =>
      withRepository(async (fixture) => {
        arrange(fixture);
        const run = await fixture.cli('integrate git');
        assert.equal(run.exitCode, exitCodes.failed);
        assert.match(run.stderr, reason);
        assert.ok(!existsSync(join(fixture.home, '.service/service-cli/git')));
      }));

  it('refuses every commit while the program is missing, and says what to do [R3]', () =>
    withRepository(async (fixture) => {
      await install(fixture);
      rmSync(join(fixture.home, '.service/service-cli/bin'), { recursive: true });
      fixture.write('a.ts', '1\n');
      fixture.git(['add', '.']);
      const { code, text } = fixture.git(['commit', '-qm', 'x']);
      assert.notEqual(code, 0);
      assert.match(text, /service-cli integrate git/);
    }));

  it('is CONFIGURED in system status until a hook loses its lines', () =>
    withRepository(async (fixture) => {
      const statusOf = async (): Promise<unknown> => {
        const { integrations } = answerOf(await fixture.cli('system status')) as {
          integrations: { editor: string; scope: string; status: string; fix?: string }[];
        };
        const row = integrations.find(({ editor, scope }) => editor === 'git' && scope === 'project');
        return [row?.status, row?.fix?.replace(/^.*: /, '')];
      };
      assert.deepEqual(await statusOf(), ['NOT CONFIGURED', undefined]);
      await install(fixture);
      assert.deepEqual(await statusOf(), ['CONFIGURED', undefined]);
      fixture.write('.git/hooks/pre-push', '#!/bin/sh\n', 0o755);
      assert.deepEqual(await statusOf(), ['CONFIGURED / INVALID CONFIG', 'service-cli integrate git']);
    }));

  it('starts no program of the repository, whatever the environment of a hook names [R3]', () =>
    withRepository(async (fixture) => {
      const { repo, home, write } = fixture;
      await install(fixture);
      write(
        'evil.cjs',
        `require('fs').writeFileSync(${JSON.stringify(join(home, 'evil'))}, ''); process.exit(0);\n`,
      );
      write('bin/node', `#!/bin/sh\ntouch '${join(home, 'evil')}'\n`, 0o755);
      write('leak.ts', secret);
      fixture.git(['add', '.']);
      const { status } = spawnSync('git', ['commit', '-qm', 'x'], {
        cwd: repo,
        env: {
          ...homeVariables(home),
          PATH: `${join(repo, 'bin')}:${process.env.PATH ?? ''}`,
          NODE_OPTIONS: `--require=${join(repo, 'evil.cjs').replaceAll(' ', '\\ ')}`,
        },
      });
      assert.notEqual(status, 0);
      assert.ok(!existsSync(join(home, 'evil')));
    }));
});

describe('integrate git --global', () => {
  it('checks every repository, keeps their hooks running, and restores the configuration', () =>
    withRepository(async (fixture) => {
      const { home, write, repo, commits } = fixture;
      const before = readFileSync(join(home, '.gitconfig'), 'utf8');
      write('.git/hooks/pre-commit', '#!/bin/sh\n[ ! -f stop ]\n', 0o755);
      write('.git/hooks/commit-msg', '#!/bin/sh\ntouch "$(git rev-parse --show-toplevel)/message"\n', 0o755);
      await install(fixture, 'integrate git --global');
      assert.ok(commits('const x = 1;\n'));
      assert.ok(existsSync(join(repo, 'message')), 'other hooks of the repository run');
      assert.ok(!commits(secret));
      write('stop', '');
      assert.ok(!commits('const y = 1;\n'), 'the failure of the hook of the repository counts');
      assert.equal(answerOf(await install(fixture, 'integrate git --global')).result, 'unchanged');
      await install(fixture, 'integrate git --global --remove');
      assert.equal(readFileSync(join(home, '.gitconfig'), 'utf8').trimEnd(), before);
      assert.ok(!existsSync(join(home, '.service/service-cli/git/hooks/pre-commit')));
    }));

  it('leaves the hooks of a repository in place, and removable', () =>
    withRepository(async (fixture) => {
      fixture.write('.git/hooks/pre-commit', 'exit\n', 0o755);
      await install(fixture);
      await install(fixture, 'integrate git --global');
      assert.equal(answerOf(await install(fixture)).result, 'unchanged');
      assert.equal(answerOf(await install(fixture, 'integrate git --remove')).result, 'removed');
      assert.equal(fixture.read('.git/hooks/pre-commit'), 'exit\n');
      assert.ok(!fixture.commits(secret), 'the hooks of all repositories stay');
    }));

  it('keeps every byte of a configuration that is not UTF-8', () =>
    withRepository(async (fixture) => {
      const path = join(fixture.home, '.gitconfig');
      const before = Buffer.concat([readFileSync(path), Buffer.from('\n# Jürgen\n', 'latin1')]);
      writeFileSync(path, before);
      await install(fixture, 'integrate git --global');
      assert.deepEqual(readFileSync(path).subarray(0, before.length), before);
      assert.ok(!fixture.commits(secret));
      await install(fixture, 'integrate git --global --remove');
      assert.deepEqual(readFileSync(path), before);
    }));

  it('adds to the folder of hooks that the user has', () =>
    withRepository(async (fixture) => {
      const hooks = join(fixture.home, 'my hooks');
      mkdirSync(hooks);
      writeFileSync(join(hooks, 'pre-commit'), '#!/bin/sh\ntouch ran\n', { mode: 0o755 });
      fixture.git(['config', '--global', 'core.hooksPath', '~/my hooks']);
      await install(fixture, 'integrate git -g');
      assert.ok(fixture.commits('const x = 1;\n'));
      assert.ok(existsSync(join(fixture.repo, 'ran')));
      assert.ok(!fixture.commits(secret));
    }));
});
