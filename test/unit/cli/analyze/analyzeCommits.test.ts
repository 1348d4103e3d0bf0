import assert from 'node:assert/strict';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyzeCommand } from '../../../../src/cli/analyze/analyzeCommand.ts';
import { exitCodes } from '../../../../src/cli/exitCodes.ts';
import { eachHardFolder, linesOf, runCli, type CliRun } from '../../../support/cliRun.ts';
import { gitIn } from '../../../support/gitIn.ts';
import { githubToken } from '../../../support/madeSecrets.ts';
import { homeVariables } from '../../../support/homeVariables.ts';
import { put } from '../../../support/tempFolder.ts';

const secret = `const t = '${githubToken(21)}';\n`;
const zeros = '0'.repeat(40);

const placesOf = (run: CliRun): unknown[] =>
  linesOf(run).map(({ file, line, commit }) => ({ file, line, commit }));

describe('analyze secrets in commits', () => {
  let folder: string;
  eachHardFolder((made) => {
    folder = made;
    git('init', '-q', '-b', 'main');
  });
  const git = (...args: string[]): string => gitIn(folder, ...args);

  /** Writes or deletes (undefined) files and commits; returns the commit. */
  function commit(files: Readonly<Record<string, string | undefined>>): string {
    for (const [name, content] of Object.entries(files))
      if (content === undefined) rmSync(join(folder, name));
      else put(join(folder, name), content);
    git('add', '--all');
    git('commit', '-qm', 'x');
    return git('rev-parse', 'HEAD');
  }

  const analyze = (args: readonly string[], stdin = '', env: NodeJS.ProcessEnv = {}): Promise<CliRun> =>
    runCli(['analyze', 'secrets', ...args], {
      rows: [analyzeCommand],
      cwd: folder,
      env: { ...homeVariables(join(tmpdir(), 'home-that-is-absent')), ...env },
      stdin,
    });

  describe('--range', () => {
    it('finds a secret that a commit of the range added and a later one removed', async () => {
      const first = commit({ 'a.ts': 'const x = 1;\n' });
      const leak = commit({ 'sub dir/é.ts': secret });
      commit({ 'sub dir/é.ts': undefined });
      const run = await analyze(['--range', `${first}..HEAD`]);
      assert.equal(run.exitCode, exitCodes.findings, run.stderr);
      assert.deepEqual(placesOf(run), [{ file: join('sub dir', 'é.ts'), line: 1, commit: leak }]);
    });

    it('reads what a push would send, whatever replacements and grafts show in their place', async () => {
      const first = commit({ 'a.ts': 'const x = 1;\n' });
      const leak = commit({ 'b.ts': secret });
      const last = commit({ 'b.ts': 'const y = 1;\n' });
      const places = [{ file: 'b.ts', line: 1, commit: leak }];
      git('replace', git('rev-parse', `${leak}:b.ts`), git('rev-parse', 'HEAD:b.ts'));
      assert.deepEqual(placesOf(await analyze(['--range', `${first}..HEAD`])), places);
      git('replace', '--delete', git('rev-parse', `${leak}:b.ts`));
      writeFileSync(join(folder, '.git/info/grafts'), `${last} ${first}\n`);
      assert.deepEqual(placesOf(await analyze(['--range', `${first}..HEAD`])), places);
    });

    it('passes over commits outside of the range, and takes an empty side for HEAD', async () => {
      commit({ 'a.ts': secret });
      const second = commit({ 'b.ts': 'const x = 1;\n' });
      commit({ 'c.ts': 'const y = 1;\n' });
      const run = await analyze(['--range', `${second}..`]);
      assert.deepEqual([run.exitCode, run.stdout], [exitCodes.fine, '']);
    });

    it('finds a secret that only the merge commit itself adds', async () => {
      const first = commit({ 'a.ts': '1\n' });
      git('checkout', '-qb', 'side');
      commit({ 'b.ts': '2\n' });
      git('checkout', '-q', 'main');
      commit({ 'c.ts': '3\n' });
      git('merge', '-q', '--no-commit', '--no-ff', 'side');
      writeFileSync(join(folder, 'a.ts'), secret);
      const merge = commit({});
      assert.deepEqual(placesOf(await analyze(['--range', `${first}..HEAD`])), [
        { file: 'a.ts', line: 1, commit: merge },
      ]);
    });

    for (const [range, exitCode] of [
      ['main', exitCodes.invalidOptions],
      ['..', exitCodes.invalidOptions],
      ['a..b..c', exitCodes.invalidOptions],
      ['HEAD...HEAD', exitCodes.invalidOptions],
      ['nowhere..HEAD', exitCodes.failed],
      ['--output=x..HEAD', exitCodes.failed],
    ] as const)
      it(`ends with ${exitCode} for the range ${range}`, async () => {
        commit({ 'a.ts': secret });
        assert.equal((await analyze([`--range=${range}`])).exitCode, exitCode);
      });
  });

  describe('--unpushed', () => {
    it('scans uncommitted files, and commits that no remote has', async () => {
      const old = commit({ 'old.ts': secret });
      git('update-ref', 'refs/remotes/origin/main', old);
      const leak = commit({ 'leak.ts': secret });
      commit({ 'leak.ts': undefined });
      writeFileSync(join(folder, 'fresh.ts'), secret);
      const run = await analyze(['--unpushed']);
      assert.equal(run.exitCode, exitCodes.findings);
      assert.deepEqual(placesOf(run), [
        { file: 'fresh.ts', line: 1, commit: undefined },
        { file: 'leak.ts', line: 1, commit: leak },
      ]);
    });

    it('scans uncommitted files alone in a repository without a remote, and follows no link', async () => {
      commit({ 'old.ts': secret });
      symlinkSync(join(folder, 'old.ts'), join(folder, 'link.ts'));
      const run = await analyze(['--unpushed']);
      assert.deepEqual([run.exitCode, placesOf(run)], [exitCodes.fine, []]);
    });

    it('requires a repository', async () => {
      rmSync(join(folder, '.git'), { recursive: true });
      assert.match((await analyze(['--unpushed'])).stderr, /--unpushed requires git and a git repository/);
    });
  });

  describe('--pushed', () => {
    it('scans what a new branch has and the remote does not', async () => {
      const old = commit({ 'old.ts': secret });
      git('update-ref', 'refs/remotes/origin/main', old);
      const leak = commit({ 'new.ts': secret });
      const refs = `refs/heads/main ${leak} refs/heads/topic ${zeros}\n`;
      assert.deepEqual(placesOf(await analyze(['--pushed', 'origin'], refs)), [
        { file: 'new.ts', line: 1, commit: leak },
      ]);
      const elsewhere = placesOf(await analyze(['--pushed', 'https://other.example/x.git'], refs));
      assert.equal(elsewhere.length, 2, 'another remote has none of the commits');
    });

    it('scans what a branch has on top of the branch of the remote', async () => {
      const old = commit({ 'old.ts': secret });
      const leak = commit({ 'new.ts': secret });
      const run = await analyze(['--pushed'], `refs/heads/main ${leak} refs/heads/main ${old}\n`);
      assert.deepEqual(placesOf(run), [{ file: 'new.ts', line: 1, commit: leak }]);
    });

    it('scans what each of several branches has on top of its branch of the remote', async () => {
      const old = commit({ 'old.ts': secret });
      const first = commit({ 'first.ts': secret });
      git('checkout', '-q', '-b', 'topic', old);
      const known = commit({ 'known.ts': secret });
      const second = commit({ 'second.ts': secret });
      const refs = [`refs/heads/main ${first} refs/heads/main ${old}`];
      refs.push(`refs/heads/topic ${second} refs/heads/topic ${known}`, '');
      const found = placesOf(await analyze(['--pushed'], refs.join('\n')));
      const places = [
        { file: 'first.ts', line: 1, commit: first },
        { file: 'second.ts', line: 1, commit: second },
      ];
      assert.deepEqual(new Set(found), new Set(places));
    });

    it('scans nothing for a deleted branch and for a push without branches', async () => {
      const old = commit({ 'old.ts': secret });
      for (const refs of ['', `(delete) ${zeros} refs/heads/x ${old}\n`])
        assert.equal((await analyze(['--pushed', 'origin'], refs)).exitCode, exitCodes.fine);
    });

    it('reads the commits from the variables of the pre-commit framework', async () => {
      const old = commit({ 'old.ts': secret });
      const leak = commit({ 'new.ts': secret });
      const env = { PRE_COMMIT: '1', PRE_COMMIT_FROM_REF: old, PRE_COMMIT_TO_REF: leak };
      assert.deepEqual(placesOf(await analyze(['--pushed'], '', env)), [
        { file: 'new.ts', line: 1, commit: leak },
      ]);
      assert.equal(placesOf(await analyze(['--pushed'], '', { PRE_COMMIT: '1' })).length, 2);
    });

    it('refuses other text on standard input', async () => {
      commit({ 'a.ts': '1\n' });
      assert.equal((await analyze(['--pushed'], 'hello\n')).exitCode, exitCodes.failed);
    });
  });

  describe('--staged', () =>
    it('fails before it prints a finding if git lacks the content of a file', async () => {
      put(join(folder, 'a.ts'), secret);
      put(join(folder, 'b.ts'), 'const x = 1;\n');
      git('add', '--all');
      const blob = git('rev-parse', ':b.ts');
      rmSync(join(folder, '.git/objects', blob.slice(0, 2), blob.slice(2)));
      const run = await analyze(['--staged']);
      assert.deepEqual([run.exitCode, run.stdout], [exitCodes.failed, '']);
      assert.match(run.stderr, /could not read all files/);
    }));
});
