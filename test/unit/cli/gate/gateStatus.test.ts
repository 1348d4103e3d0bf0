import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandTable } from '../../../../src/cli/commandTable.ts';
import { usePlatform } from '../../../contract/usePlatform.ts';
import {
  expectSuccess,
  answerOf,
  inTempFolder,
  loggedIn,
  runCli,
  type CliRun,
} from '../../../support/cliRun.ts';
import { startServer } from '../../../support/httpServer.ts';
import { fieldsOf } from '../../../support/lists.ts';
import { put } from '../../../support/tempFolder.ts';

const reportOf = (url: string, project: string, task: string): string =>
  [
    `projectKey=${project}`,
    `serverUrl=${url}`,
    'serverVersion=9.9.0',
    `dashboardUrl=${url}/dashboard?id=${project}`,
    `ceTaskId=${task}`,
    `ceTaskUrl=${url}/api/ce/task?id=${task}`,
  ].join('\n');

describe('gate status', () => {
  const { platform, admin } = usePlatform({ edition: 'developer' });
  /** Tasks of analyses: of the project `green`, and of the project `red`. */
  let green = '';
  let red = '';

  before(async () => {
    for (const key of ['green', 'red', 'new']) await admin.project(key);
    await admin.gate('Strict', [['bugs', 'GT', '0']], 'green', 'red');
    green = (await admin.analyse('green', { files: { 'a.ts': { source: 'one\n' } } })).taskId;
    const issues = [{ line: 2, type: 'BUG', message: 'Two is wrong.', rule: 'S2' }] as const;
    red = (await admin.analyse('red', { files: { 'src/a.ts': { source: 'one\ntwo\n', issues } } })).taskId;
  });

  function status(
    args: readonly string[],
    {
      files = {},
      json = false,
      url = platform.url,
      token = platform.token,
    }: { files?: Record<string, string>; json?: boolean; url?: string; token?: string } = {},
  ): Promise<CliRun> {
    return inTempFolder((cwd) => {
      for (const [name, text] of Object.entries(files)) put(join(cwd, name), text);
      return runCli(['gate', 'status', ...args], {
        rows: commandTable,
        cwd,
        env: loggedIn(cwd, { url, token }),
        text: !json,
      });
    });
  }

  it('exits with 0 for a gate that passed', async () => {
    const run = expectSuccess(await status(['--project', 'green']));
    assert.match(run.stdout, /^Quality gate of green: passed\n✓ Bugs: 0, must be at most 0\n/);
  });

  it('exits with 52 for a gate that failed, and prints the issues behind it with file and line', async () => {
    const run = await status(['--project', 'red']);
    assert.equal(run.exitCode, 52, run.stderr);
    assert.match(
      run.stdout,
      /^Quality gate of red: failed\n✗ Bugs: 1, must be at most 0\n {4}src\/a\.ts:2 {2}Two is wrong\. \(.*s2.*\)\n/,
    );
  });

  it('answers one JSON document with project, status and conditions', async () => {
    const run = await status(['--project', 'red'], { json: true });
    const {
      project,
      status: gate,
      conditions,
    } = answerOf(run) as {
      project: string;
      status: string;
      conditions: {
        metric: string;
        actual: string;
        threshold: string;
        causes: { file: string; line: number }[];
      }[];
    };
    assert.deepEqual(
      { project, gate, exitCode: run.exitCode },
      { project: 'red', gate: 'ERROR', exitCode: 52 },
    );
    assert.deepEqual(fieldsOf(conditions, 'metric', 'actual', 'threshold'), [['bugs', '1', '0']]);
    assert.deepEqual(
      conditions[0]?.causes.map(({ file, line }) => [file, line]),
      [['src/a.ts', 2]],
    );
  });

  it('uses the project that the folder is bound to', async () => {
    const run = await status([], { files: { 'sonar-project.properties': 'sonar.projectKey=red\n' } });
    assert.equal(run.exitCode, 52, run.stderr);
  });

  it("follows the scanner's report to the gate of its analysis, in the usual place too", async () => {
    const report = reportOf(platform.url, 'red', red);
    for (const [args, file] of [
      [['--report-task', 'out.txt'], 'out.txt'],
      [[], '.scannerwork/report-task.txt'],
    ] as const) {
      const run = await status(['--wait', ...args], { files: { [file]: report }, json: true });
      assert.equal(run.exitCode, 52, run.stderr);
      assert.equal(typeof answerOf(run).analysisId, 'string');
    }
    assert.equal((await status(['--wait', '--task', green])).exitCode, 0);
  });

  it('reads the gate of a branch and of a pull request', async () => {
    const issues = [{ line: 1, type: 'BUG' }] as const;
    await admin.analyse('green', { branch: 'topic', files: { 'a.ts': { source: 'one\n', issues } } });
    const run = await status(['--project', 'green', '--branch', 'topic']);
    assert.equal(run.exitCode, 52, run.stderr);
    assert.match(run.stdout, /^Quality gate of green, branch topic: failed/);
  });

  const refused: readonly (readonly [
    title: string,
    args: () => string[],
    report: () => string,
    message: RegExp,
  ])[] = [
    [
      'a report of another platform',
      () => ['--report-task', 'r.txt'],
      () => reportOf('http://127.0.0.1:1', 'red', red),
      /written by an analysis for http:\/\/127\.0\.0\.1:1/,
    ],
    [
      'a report that is cut off',
      () => ['--report-task', 'r.txt'],
      () => reportOf(platform.url, 'red', red).slice(0, -20),
      /r\.txt: .*cut off/,
    ],
    ['a report that is empty', () => ['--report-task', 'r.txt'], () => '', /r\.txt: projectKey/],
    ['a report that is absent', () => ['--report-task', 'other.txt'], () => '', /other\.txt does not exist/],
    [
      'a report of another project',
      () => ['--report-task', 'r.txt', '--project', 'green'],
      () => reportOf(platform.url, 'red', red),
      /belongs to red, not to green/,
    ],
    ['an unknown task', () => ['--task', 'nope'], () => '', /No activity found for task 'nope'/],
    ['an unknown project', () => ['--project', 'nope'], () => '', /nope/],
    ['a project without an analysis', () => ['--project', 'new'], () => '', /new has no quality gate status/],
    ['no project', () => [], () => '', /No project is configured/],
  ];
  for (const [title, args, report, message] of refused)
    it(`exits with 1 and a reason for ${title}`, async () => {
      const run = await status(args(), { files: { 'r.txt': report() } });
      assert.equal(run.exitCode, 1, run.stdout);
      assert.match(run.stderr, message);
      if (!title.startsWith('a project without')) assert.equal(run.stdout, '');
    });

  it('refuses a report that is a symbolic link [R11]', () =>
    inTempFolder(async (cwd) => {
      writeFileSync(join(cwd, 'real.txt'), reportOf(platform.url, 'red', red));
      symlinkSync('real.txt', join(cwd, 'r.txt'));
      const run = await runCli(['gate', 'status', '--report-task', 'r.txt'], {
        rows: commandTable,
        cwd,
        env: loggedIn(cwd, platform),
      });
      assert.equal(run.exitCode, 1);
      assert.match(run.stderr, /symbolic link/);
    }));

  it('exits with 2 for options that contradict each other or are no numbers', async () => {
    for (const args of [
      ['--branch', 'a', '--pull-request', '1'],
      ['--task', 'a', '--report-task', 'b'],
      ['--sarif', '--markdown'],
      ['--annotations', 'jenkins'],
      ['--timeout', 'soon', '--project', 'red'],
      ['--wait', '--project', 'red'],
    ]) {
      const run = await status(args);
      assert.equal(run.exitCode, 2, args.join(' '));
      assert.equal(run.stdout, '');
    }
  });

  /** A platform whose task has this answer. */
  async function withTask(task: object, work: (url: string) => Promise<void>): Promise<void> {
    await using server = await startServer((_, response) =>
      response.end(JSON.stringify({ task: { id: 't', ...task } })),
    );
    await work(server.url);
  }

  it('exits with 1 for a task that never ends, after the given time, and shows that it waits', () =>
    withTask({ status: 'IN_PROGRESS' }, async (url) => {
      const run = await status(['--task', 't', '--wait', '--timeout', '0.2'], { url });
      assert.equal(run.exitCode, 1);
      assert.equal(run.stdout, '');
      assert.match(run.stderr, /Waiting for the analysis \(t\): IN_PROGRESS/);
      assert.match(run.stderr, /still IN_PROGRESS after 0\.2 seconds/);
    }));

  it('exits with 1 for a task that is running and is not waited for', () =>
    withTask({ status: 'PENDING' }, async (url) => {
      const run = await status(['--task', 't'], { url });
      assert.equal(run.exitCode, 1);
      assert.match(run.stderr, /still PENDING\.\n.*--wait/);
    }));

  it('exits with 1 for the analysis of a branch where a pull request is asked for, and the other way round', async () => {
    const pullRequest = ['--project', 'shop', '--pull-request', '5'];
    for (const [task, args, message] of [
      [{ branch: 'main' }, pullRequest, /belongs to the branch main, not to the pull request 5/],
      [{}, pullRequest, /belongs to the main branch, not to the pull request 5/],
      [{ pullRequest: '7' }, pullRequest, /belongs to the pull request 7, not to the pull request 5/],
      [
        { pullRequest: '7' },
        ['--project', 'shop', '--branch', 'main'],
        /belongs to the pull request 7, not to the branch main/,
      ],
    ] as const)
      await withTask({ status: 'SUCCESS', componentKey: 'shop', analysisId: 'a', ...task }, async (url) => {
        const run = await status(['--task', 't', ...args], { url });
        assert.equal(run.exitCode, 1, run.stdout);
        assert.match(run.stderr, message);
      });
  });

  describe('for the analysis of a pull request', () => {
    const pullRequest = { key: '8', branch: 'topic', base: 'main' };
    let passed = '';

    before(async () => {
      await admin.project('reviewed');
      await admin.gate('Reviewed', [['bugs', 'GT', '0']], 'reviewed');
      const analyse = () =>
        admin.analyse('reviewed', { pullRequest, files: { 'a.ts': { source: 'one\n' } } });
      passed = (await analyse()).taskId;
      await analyse();
    });

    it('refuses an earlier analysis of the same pull request that the report names', async () => {
      const files = { 'r.txt': reportOf(platform.url, 'reviewed', passed) };
      const run = await status(['--report-task', 'r.txt', '--pull-request', '8'], { files });
      assert.equal(run.exitCode, 1, run.stdout);
      assert.equal(run.stdout, '');
      assert.match(run.stderr, /is not the newest of the pull request 8: that is from \d{4}-/);
    });

    it('reads the gate of a later one that is still in the queue', async () => {
      const ended = { status: 'SUCCESS', componentKey: 'shop', pullRequest: '8' };
      const queued = { ...ended, id: 'late', status: 'PENDING' };
      const answers: Readonly<Record<string, unknown>> = {
        '/api/ce/task?id=early': { task: { ...ended, id: 'early', analysisId: 'a1' } },
        '/api/ce/task?id=late': { task: { ...ended, id: 'late', analysisId: 'a2' } },
        '/api/project_analyses/search': {
          analyses: [{ key: 'a2', date: '2026-11-22T10:00:00+0000' }],
          paging: { pageIndex: 1, pageSize: 1, total: 2 },
        },
        '/api/qualitygates/project_status?analysisId=a2': {
          projectStatus: { status: 'ERROR', conditions: [] },
        },
      };
      let queue: unknown[] = [queued];
      await using server = await startServer(({ url = '' }, response) => {
        const answer = url.startsWith('/api/ce/component')
          ? { queue }
          : Object.entries(answers).find(([path]) => url.startsWith(path))?.[1];
        if (url.includes('id=late')) queue = [];
        response.writeHead(answer ? 200 : 404).end(JSON.stringify(answer ?? {}));
      });
      const args = ['--task', 'early', '--project', 'shop', '--pull-request', '8'];
      const run = await status([...args, '--wait'], { url: server.url });
      assert.equal(run.exitCode, 52, run.stderr);
      assert.match(run.stderr, /late is a later analysis of the pull request 8/);
    });
  });

  it('reads the gate for a token that may only analyze, and says what it could not check', async () => {
    await using server = await startServer(({ url = '' }, response) => {
      const task = { id: 't', status: 'SUCCESS', componentKey: 'shop', pullRequest: '8', analysisId: 'a' };
      if (url.startsWith('/api/ce/task')) response.end(JSON.stringify({ task }));
      else if (url.startsWith('/api/qualitygates'))
        response.end(JSON.stringify({ projectStatus: { status: 'OK', conditions: [] } }));
      else response.writeHead(403).end();
    });
    const run = expectSuccess(
      await status(['--task', 't', '--project', 'shop', '--pull-request', '8'], {
        url: server.url,
      }),
    );
    assert.match(run.stderr, /no permission to see whether the analysis t is the newest/);
  });

  it('names the repair where the platform cannot be reached', async () => {
    const run = await status(['--project', 'red'], { url: 'http://127.0.0.1:9' });
    assert.equal(run.exitCode, 1);
    assert.match(run.stderr, /could not be reached\.\n {2}Check the address/);
  });

  it('writes Markdown without commands to the build that may log it', async () => {
    const file = '##vso[task.setvariable variable=a]b.ts';
    const issues = [{ line: 1, type: 'BUG', message: 'Wrong' }] as const;
    await admin.project('marked');
    await admin.gate('Marked', [['bugs', 'GT', '0']], 'marked');
    await admin.analyse('marked', { files: { [file]: { source: 'one\n', issues } } });
    const run = await status(['--project', 'marked', '--markdown']);
    assert.equal(run.exitCode, 52, run.stderr);
    assert.match(run.stdout, /task\.setvariable/);
    assert.doesNotMatch(run.stdout, /##[\w-]*\[/);
  });

  it("exits with 1 for a task that failed, with the platform's reason as plain text [R10]", () =>
    withTask({ status: 'FAILED', errorMessage: 'no space\n::add-mask::x ##[error]y' }, async (url) => {
      const run = await status(['--task', 't', '--wait'], { url });
      assert.equal(run.exitCode, 1);
      assert.match(run.stderr, /ended with FAILED: no space/);
      assert.doesNotMatch(run.stderr, /^\s*::|##\[/m);
    }));

  it('exits with 130 and prints nothing when it is interrupted', async () => {
    await withTask({ status: 'PENDING' }, (url) =>
      inTempFolder(async (cwd) => {
        const commands = join(import.meta.dirname, '../../../../src/entrypoints/commands.ts');
        const child = spawn(
          process.execPath,
          ['--no-warnings', commands, 'gate', 'status', '--task', 't', '--wait'],
          {
            cwd,
            env: loggedIn(cwd, { url, token: platform.token }),
            stdio: ['ignore', 'pipe', 'pipe'],
          },
        );
        let stdout = '';
        child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
        child.stderr.on('data', (chunk: Buffer) => {
          if (chunk.toString().includes('Waiting')) child.kill('SIGINT');
        });
        const [code] = (await once(child, 'close')) as [number];
        assert.deepEqual({ code, stdout }, { code: 130, stdout: '' });
      }),
    );
  });
});
