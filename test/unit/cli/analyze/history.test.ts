import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyzeCommand } from '../../../../src/cli/analyze/analyzeCommand.ts';
import { exitCodes } from '../../../../src/cli/exitCodes.ts';
import {
  answering,
  eachHardFolder,
  linesOf,
  runCli,
  type CliOptions,
  type CliRun,
} from '../../../support/cliRun.ts';
import { gitIn } from '../../../support/gitIn.ts';
import { githubToken } from '../../../support/madeSecrets.ts';
import { homeVariables } from '../../../support/homeVariables.ts';
import { fieldOf } from '../../../support/lists.ts';
import { modeHere } from '../../../support/modeHere.ts';
import { put } from '../../../support/tempFolder.ts';

const token = (seed: number): string => `const t = '${githubToken(seed)}';\n`;

/** A commit: the content of one file. */
type Commit = readonly [path: string, content: string];

/** Commits that change one file, so many that git reads them in several batches. */
const harmless = (count: number): Commit[] =>
  Array.from({ length: count }, (_, index) => ['a.ts', `const x = ${index};\n`]);

const filesOf = (run: CliRun): unknown[] => fieldOf(linesOf(run), 'file');

interface SarifResult {
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly properties: { readonly commit: string };
}

describe('analyze secrets --history', () => {
  let folder: string;
  let repository: string;
  let time = 1_700_000_000;
  eachHardFolder((made) => {
    folder = made;
    repository = join(folder, 'repository');
    mkdirSync(repository);
    git('init', '-q', '-b', 'main');
  });
  const git = (...args: string[]): string => gitIn(repository, ...args);

  /** Adds commits to a branch. */
  function add(commits: readonly Commit[], branch = 'main'): void {
    const isNew = git('for-each-ref', `refs/heads/${branch}`) === '';
    const parts = commits.map(([path, content], index) => {
      const from = index === 0 && !isNew ? `from refs/heads/${branch}^0\n` : '';
      const who = `t <t@x.test> ${time++} +0000`;
      return `commit refs/heads/${branch}\ncommitter ${who}\ndata 1\nx\n${from}M 100644 inline ${path}\ndata ${Buffer.byteLength(content)}\n${content}\n`;
    });
    execFileSync('git', ['fast-import', '--quiet'], {
      cwd: repository,
      input: parts.join(''),
      stdio: 'pipe',
    });
  }

  /** @param interruptAt the process gets SIGINT once standard error matches this */
  const analyze = (
    args: readonly string[] = [],
    {
      interruptAt,
      cache = 'cache',
      ...more
    }: Partial<CliOptions> & { interruptAt?: RegExp; cache?: string } = {},
  ): Promise<CliRun> =>
    runCli(['analyze', 'secrets', '--history', ...args], {
      rows: [analyzeCommand],
      cwd: repository,
      env: { ...homeVariables(folder), SERVICE_CACHE: join(folder, cache) },
      onTalk: (text) => {
        if (interruptAt?.test(text)) process.emit('SIGINT');
      },
      ...more,
    });

  async function sarif(): Promise<readonly SarifResult[]> {
    const { stdout } = await analyze(['--sarif']);
    return (JSON.parse(stdout) as { runs: [{ results: SarifResult[] }] }).runs[0].results;
  }

  function stateFiles(): string[] {
    const states = join(folder, 'cache/history');
    return existsSync(states) ? readdirSync(states).map((name) => join(states, name)) : [];
  }

  it('finds what was removed later, and what only another branch, a tag or a stash has', async () => {
    add([
      ['leak.ts', token(1)],
      ['leak.ts', 'const x = 1;\n'],
    ]);
    add([['tagged.ts', token(2)]], 'topic');
    git('tag', '-a', 'v1', '-m', 'x', 'topic');
    git('branch', '-qD', 'topic');
    add([['other.ts', token(3)]], 'other');
    git('update-ref', 'refs/stash', 'other');
    git('branch', '-qD', 'other');
    const run = await analyze();
    assert.equal(run.exitCode, exitCodes.findings, run.stderr);
    assert.deepEqual(filesOf(run), ['leak.ts', 'tagged.ts', 'other.ts']);
    assert.match(run.stderr, /Scanned 4 of 4 commits\.\n3 secrets in 4 commits\./);
  });

  it('fails when git cannot list the commits', async () => {
    add([['leak.ts', token(1)]]);
    writeFileSync(join(repository, '.git/refs/heads/damaged'), `${'1'.repeat(40)}\n`);
    assert.throws(() => git('rev-list', '--all'));
    const run = await analyze();
    assert.equal(run.exitCode, exitCodes.failed, run.stderr);
    assert.match(run.stderr, /git could not list the commits/);
  });

  it('scans the commit of a HEAD that is no branch', async () => {
    add([['leak.ts', token(1)]]);
    git('checkout', '-q', '--detach', 'main');
    git('branch', '-qD', 'main');
    assert.deepEqual(filesOf(await analyze()), ['leak.ts']);
  });

  it('continues after an interruption, and then answers as a scan that was not interrupted', async () => {
    add([['early.ts', token(1)], ...harmless(250), ['late.ts', token(2)], ...harmless(250)]);
    const made = readdirSync(repository, { recursive: true });
    const first = await analyze([], { interruptAt: /Scanned 200 of 502/ });
    assert.equal(first.exitCode, exitCodes.interrupted, first.stderr);
    assert.deepEqual(filesOf(first), ['early.ts']);
    assert.match(first.stderr, /Interrupted after 200 of 502 commits\.\n {2}To continue/);
    assert.deepEqual(readdirSync(repository, { recursive: true }), made, 'nothing is in the repository');
    const [state = '', ...others] = stateFiles();
    assert.deepEqual(others, []);
    assert.equal(statSync(state).mode & 0o777, modeHere(0o600));
    assert.ok(!readFileSync(state, 'utf8').includes(githubToken(1)));

    add([['new.ts', token(3)]]);
    add([['side.ts', token(4)]], 'side');
    const second = await analyze();
    assert.match(second.stderr, /^Continuing after 200 of 504 commits\./);
    assert.equal(second.exitCode, exitCodes.findings);
    assert.deepEqual(filesOf(second), ['early.ts', 'late.ts', 'new.ts', 'side.ts']);
    const whole = await analyze([], { cache: 'empty' });
    assert.equal(second.stdout, whole.stdout);
    assert.deepEqual(stateFiles(), [], 'the progress of a complete scan is forgotten');
  });

  it('prints no part of a SARIF document when it is interrupted', async () => {
    add([['early.ts', token(1)], ...harmless(250)]);
    const run = await analyze(['--sarif'], { interruptAt: /Scanned 200/ });
    assert.deepEqual([run.exitCode, run.stdout], [exitCodes.interrupted, '']);
  });

  const changes: Readonly<Record<string, () => void>> = {
    'the policy changed': () => {
      put(join(repository, '.service/secrets.json'), '{ "version": 1 }');
    },
    'the history was rewritten': () => {
      git('update-ref', '-d', 'refs/heads/main');
      add([['early.ts', token(1)]]);
    },
    'the commits of the first scan are gone': () => {
      git('update-ref', '-d', 'refs/heads/main');
      git('gc', '-q', '--prune=now');
      add([['early.ts', token(1)]]);
    },
    'the progress is damaged': () => {
      for (const file of stateFiles()) writeFileSync(file, '{');
    },
  };
  for (const [what, change] of Object.entries(changes))
    it(`starts at the first commit when ${what}`, async () => {
      add([['early.ts', token(1)], ...harmless(250)]);
      await analyze([], { interruptAt: /Scanned 200/ });
      change();
      const run = await analyze();
      assert.doesNotMatch(run.stderr, /Continuing/);
      assert.deepEqual(filesOf(run), ['early.ts'], run.stderr);
    });

  it('gives each finding in SARIF a fingerprint that stays the same while the history grows', async () => {
    add([
      ['leak.ts', token(1) + token(2)],
      ['leak.ts', token(3)],
    ]);
    const before = await sarif();
    assert.equal(new Set(before.map(({ partialFingerprints: { 'commit/v1': id } }) => id)).size, 3);
    assert.equal(new Set(before.map(({ properties: { commit } }) => commit)).size, 2);
    add([['leak.ts', token(4)]], 'aside');
    add([['leak.ts', token(5)]]);
    const after = await sarif();
    assert.deepEqual(after.slice(0, 3), before);
    assert.equal(after.length, 5);
  });

  it('says that a shallow clone lacks commits', async () => {
    add([['leak.ts', token(1)], ...harmless(3)]);
    writeFileSync(join(repository, '.git/shallow'), `${git('rev-parse', 'main')}\n`);
    assert.match((await analyze()).stderr, /This clone is shallow.*git fetch --unshallow/);
  });

  it('ends with 0 for a repository without commits, and with 1 outside of a repository', async () => {
    const run = await analyze();
    assert.deepEqual([run.exitCode, run.stdout], [exitCodes.fine, '']);
    assert.match(run.stderr, /No secrets in 0 commits/);
    const outside = await analyze([], { cwd: folder });
    assert.equal(outside.exitCode, exitCodes.failed);
  });

  for (const args of [['--staged'], ['a.ts'], ['--range', 'a..b'], ['--write-baseline'], ['--verify']])
    it(`ends with 2 together with ${args.join(' ')}`, async () => {
      const run = await analyze(args, { prompts: answering({}) });
      assert.equal(run.exitCode, exitCodes.invalidOptions, run.stderr);
    });
});
