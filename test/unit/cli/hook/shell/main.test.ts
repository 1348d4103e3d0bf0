import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { protectedBelow } from '../../../../../src/agents/protected/protectedNames.ts';
import { emptyInput } from '../../../../../src/agents/protocol.ts';
import { check } from '../../../../../src/cli/hook/shell/main.ts';
import { checkCommand } from '../../../../../src/cli/hook/writes/main.ts';
import { withTempFolder } from '../../../../support/tempFolder.ts';
import { endlessTime } from '../../../../support/timeLimits.ts';
import { findSecret, ShellProject, token } from '../../../agents/shell/shellProject.ts';

describe('the check of a command by the hook', () => {
  let project: ShellProject;
  before(() => {
    project = new ShellProject('NAME=x\n');
  });
  after(() => {
    project.remove();
  });

  /** Checks a command line in a folder, without other variables than PATH and those given. */
  const ask = (command: string, { cwd = project.folder, env = {}, protect = checkCommand } = {}) =>
    check(
      { ...emptyInput, roots: [cwd], commands: [{ command, cwd, shell: 'posix' }] },
      {
        findSecret,
        time: endlessTime,
        checkCommand: protect,
        env: { PATH: process.env.PATH, ...env },
      },
    );

  /** Returns those of the command lines for which the bundle that protects the hooks is loaded. */
  async function loadedFor(commands: readonly string[], cwd: string): Promise<ReadonlySet<string>> {
    const loaded = new Set<string>();
    const protect: typeof checkCommand = ({ text }) => {
      loaded.add(text);
      return undefined;
    };
    for (const command of commands) await ask(command, { cwd, protect });
    return loaded;
  }

  it('allows a run of git that fails outside of a repository, or in one for a revision that is not there', async () => {
    assert.equal(await ask('git show HEAD', { cwd: dirname(project.folder) }), undefined);
    assert.equal(await ask('git show none'), undefined);
  });

  it('asks once for a folder whether git can run there, however many outputs are missing', function () {
    if (process.platform === 'win32') this.skip();
    return withTempFolder(async (folder) => {
      const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
      const calls = join(folder, 'calls');
      const script = `#!/bin/sh\necho "$*" >> '${calls}'\nexec '${git}' "$@"\n`;
      writeFileSync(join(folder, 'git'), script, { mode: 0o755 });
      const { PATH = '' } = process.env;
      process.env.PATH = folder + delimiter + PATH;
      try {
        await ask('git stash show -p');
      } finally {
        process.env.PATH = PATH;
      }
      const [greps, questions] = [' grep ', ' rev-parse --git-dir'].map(
        (part) => readFileSync(calls, 'utf8').split(part).length - 1,
      );
      assert.deepEqual([(greps ?? 0) > 3, questions], [true, 1]);
    });
  });

  it('denies what git would print where the filters of the repository cannot be switched off', async () => {
    using other = new ShellProject('NAME=x\n');
    other.git('config', 'filter.a=b.clean', 'cat');
    assert.deepEqual(await ask('git diff HEAD~1', { cwd: other.folder }), {
      reason:
        'Blocked: the command runs git in a repository whose programs would start, so it cannot be checked for secrets. Split it.',
    });
    assert.equal(await ask('git show HEAD', { cwd: other.folder }), undefined);
  });

  it('finds a secret at the start of a line where git prints colors, whoever configured them', async () => {
    using other = new ShellProject('NAME=x\n');
    other.write('keys.txt', `${token}\n`);
    other.commit();
    for (const name of ['color.ui', 'color.diff', 'color.grep']) {
      other.git('config', name, 'always');
      assert.ok(await ask('git show HEAD', { cwd: other.folder }), name);
      assert.ok(await ask('git grep -hn gh HEAD', { cwd: other.folder }), name);
      other.git('config', '--unset', name);
    }
  });

  it('starts no program and writes no file that the arguments of git name [R3]', async () => {
    const marker = join(project.folder, 'marker');
    const program = `touch ${marker} #`;
    for (const command of [
      `git restore --source='-O${program}' README.md; cat README.md`,
      `git restore -s '--open-files-in-pager=${program}' README.md; cat README.md`,
      `git restore --source='--op=${program}' README.md; cat README.md`,
      `git checkout '-O${program}' -- README.md; cat README.md`,
      `git grep '-O${program}' x`,
      `git log -p --output=${marker}`,
    ])
      await ask(command);
    assert.equal(existsSync(marker), false);
  });

  it('denies a run of git that prints more than can be checked, with what to do', async () => {
    project.write('large.txt', `${'words '.repeat(12)}\n`.repeat(120_000));
    project.commit();
    assert.deepEqual(await ask('git show HEAD'), {
      reason:
        'Blocked: the command prints more of git than can be checked, so it cannot be checked for secrets. Split it.',
    });
  });

  it('loads what protects the hooks for a profile of a shell, and for no folder src', async () => {
    const profiles = [
      'echo x >> ~/.bashrc',
      'cp a "$HOME"/.envrc',
      "mv a .zsh'rc'",
      'cd src && tee .huskyrc',
      'mv a $(printf src)rc',
    ];
    const everyday = [
      'ls src | head -5',
      'npm run build -- --watch && ls ./src/lib',
      'cd src',
      'cat lib.src',
    ];
    assert.deepEqual(await loadedFor([...profiles, ...everyday], '/project'), new Set(profiles));
  });

  it('loads it for each protected file, from whichever folder a command names it', async () => {
    const files = [...protectedBelow('/project'), '/project/.service/service-cli/bin/5.0.0/loader.js'];
    assert.ok(files.length > 60, `${files.length} files`);
    for (const file of files)
      for (let at = file.lastIndexOf('/'); at > '/project'.length - 1; at = file.lastIndexOf('/', at - 1)) {
        const [cwd, name] = [file.slice(0, at), file.slice(at + 1)];
        const command = `rm ${name}`;
        assert.deepEqual(await loadedFor([command], cwd), new Set([command]), cwd);
      }
  });

  it('loads it where the open folder or one above it would be removed, moved or replaced [A9]', async () => {
    const commands = [
      'rm -rf .',
      'rm -rf ./',
      'mv ../project x',
      'mv /srv/project /srv/x',
      'cd .. && mv project x',
      'ln -sfn /tmp /srv/project',
      `node -e 'fs.rmSync(".", { recursive: true })'`,
      `python3 -c "shutil.move('/srv/project', 'x')"`,
    ];
    assert.deepEqual(await loadedFor(commands, '/srv/project'), new Set(commands));
    const harmless = ['rm -rf build', 'mv a.ts b.ts', 'node index.js', 'cat /etc/hosts', 'cd .. && ls'];
    assert.deepEqual(await loadedFor(harmless, '/srv/project'), new Set());
  });

  it('does not load it for the folder of a project whose name has a word in common with such files', async () => {
    for (const cwd of ['/src/user-service', '/src/config/profile', '/src/settings', '/src/policy-rc'])
      assert.deepEqual(await loadedFor(['npm test -- -n 3 && sed -n 5p a.ts'], cwd), new Set(), cwd);
  });

  it('loads it for a commit without hooks', async () => {
    const commands = [
      'git commit -nm x',
      'git "com"mit -a -n',
      "sh -c 'git commit -n'",
      'git commit --no-veri',
    ];
    assert.deepEqual(await loadedFor(commands, '/project'), new Set(commands));
  });

  it('finds the home of the user in HOME, otherwise in USERPROFILE', async () => {
    project.write('../home/notes', `TOKEN=${token}\n`);
    const home = join(project.folder, '../home');
    const elsewhere = join(project.folder, '../elsewhere');
    assert.ok(await ask('cat ~/notes', { env: { HOME: home, USERPROFILE: elsewhere } }));
    assert.ok(await ask('cat ~/notes', { env: { USERPROFILE: home } }));
    assert.equal(await ask('cat ~/notes', { env: { HOME: elsewhere } }), undefined);
    assert.equal(await ask('cat ~/notes'), undefined);
  });
});
