import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startEmulator } from '../../../src/emulator/emulator.ts';
import { platformProgram } from '../../../src/emulator/commands.ts';
import { Failure } from '../../../src/core/failures.ts';
import type { CliRun } from '../../support/cliRun.ts';
import { runBuiltCli } from '../../support/builtCli.ts';
import { homeVariables } from '../../support/homeVariables.ts';
import { startServer } from '../../support/httpServer.ts';
import { withTempFolder } from '../../support/tempFolder.ts';
import { startPlatform } from '../../contract/usePlatform.ts';

/** Runs a function while SERVICE_TOKEN is set. */
async function withToken<T>(use: () => Promise<T>): Promise<T> {
  const before = process.env.SERVICE_TOKEN;
  process.env.SERVICE_TOKEN = 'squ_any';
  try {
    return await use();
  } finally {
    if (before === undefined) delete process.env.SERVICE_TOKEN;
    else process.env.SERVICE_TOKEN = before;
  }
}

/** Answers `api/ce/submit` and `api/ce/task` like a platform on which every analysis has this status. */
const startAnalyzing = (status: string) =>
  startServer((request, response) => {
    const task = { id: 'T1', status };
    const answer = request.url?.startsWith('/api/ce/submit') === true ? { taskId: 'T1' } : { task };
    request.resume().once('end', () => response.end(JSON.stringify(answer)));
  });

const analyze = (folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<CliRun> =>
  runBuiltCli(['platform', 'analyze', folder, '--project', 'p', ...args], {
    env: { SERVICE_TOKEN: 'squ_any', SERVICE_URL: '', ...env },
  });

describe('platform start', () => {
  it('imitates a version of three numbers, and says which texts name a version', async () => {
    await using platform = await startPlatform({ serverVersion: '2026.5.0' });
    const answer = (await (await fetch(`${platform.url}/api/system/status`)).json()) as { version: string };
    assert.equal(answer.version, '2026.5.0.0');
    await assert.rejects(
      startEmulator({ serverVersion: '26.9' }),
      /26\.9 is not a server version: name three/,
    );
  });

  it('says that others can read what is sent to an address that is not of this machine alone', async () => {
    // An address for documentation, which no machine has: the platform does not start.
    const args = ['platform', 'start', '--host', '192.0.2.1', '--port', '0'];
    const { exitCode, stderr } = await runBuiltCli(args, { env: {} });
    assert.match(stderr, /^Others on the network can reach this platform, and read the tokens/mu);
    assert.equal(exitCode, 1);
  });
});

describe('platform analyze', () => {
  it('says what was analyzed and found, and leaves the file for gate status; --fail-on-gate exits with 52', () =>
    withTempFolder(async (folder) => {
      writeFileSync(join(folder, 'a.ts'), 'debugger;\nif (a = 1) {}\n');
      writeFileSync(join(folder, 'b.js'), 'let b = 2;\n');
      writeFileSync(join(folder, 'c.go'), 'package c\n');
      await using platform = await startPlatform();
      const env = { SERVICE_TOKEN: platform.token, SERVICE_URL: platform.url };
      const args = ['platform', 'analyze', folder, '-p', 'shop', '--fail-on-gate'];
      const first = await runBuiltCli(args, { env });
      assert.match(
        first.stdout,
        /^2 files \(JavaScript 1, TypeScript 1\) · 1 Go file not analyzed · \d+ issues? · /,
      );
      assert.ok(
        first.stdout.endsWith(`quality gate passed → ${platform.url}/dashboard?id=shop\n`),
        first.stdout,
      );
      assert.match(readFileSync(join(folder, '.scannerwork/report-task.txt'), 'utf8'), /^projectKey=shop$/m);
      writeFileSync(join(folder, 'b.js'), 'debugger;\n'.repeat(9));
      const second = await runBuiltCli(args, { env });
      assert.deepEqual([first.exitCode, second.exitCode], [0, 52], second.stdout);
    }));

  it('uses the login of service-cli, and never for another platform', () =>
    withTempFolder(async (folder) => {
      writeFileSync(join(folder, 'a.js'), 'let a = 1;\n');
      await using platform = await startPlatform();
      const env = { ...homeVariables(join(folder, 'home')), SERVICE_KEYRING: 'off', SERVICE_TOKEN: '' };
      const cli = (args: readonly string[], stdin?: string): Promise<CliRun> =>
        runBuiltCli(args, { env, ...(stdin !== undefined && { stdin }) });
      const login = ['auth', 'login', '--url', platform.url, '--with-token', '--insecure-storage'];
      assert.equal((await cli(login, platform.token)).exitCode, 0);
      const run = await cli(['platform', 'analyze', folder, '-p', 'shop']);
      assert.match(run.stdout, /quality gate passed/, run.stderr);
      let requests = 0;
      await using server = await startServer((_request, response) => {
        requests++;
        response.end('{}');
      });
      const { host } = new URL(server.url);
      const other = await cli(['platform', 'analyze', folder, '-p', 'shop', '--url', host]);
      assert.match(other.stderr, /^✗ .*The login of service-cli is for/mu);
      assert.deepEqual([other.exitCode, requests], [1, 0]);
    }));

  it('fails when the analysis has not ended in time, and says how to wait longer', () =>
    withTempFolder(async (folder) => {
      await using server = await startAnalyzing('PENDING');
      const run = await analyze(folder, ['--url', server.url, '--timeout', '0.2']);
      assert.equal(run.exitCode, 1);
      assert.equal(run.stdout, '');
      assert.match(run.stderr, /Waiting for the analysis \(T1\): PENDING, 0 s/u);
      assert.match(
        run.stderr,
        /^✗ The analysis T1 is still PENDING after 0\.2 seconds\.\n {2}Wait longer with --timeout SECONDS, or run later: service-cli gate status --project p --wait --task T1$/mu,
      );
    }));

  it('says how far a longer analysis is, and ends with 130 when it is interrupted', () =>
    withTempFolder(async (folder) => {
      const lines = 'export const f = (a) => (a ? [1, 2] : { b: a }); // the same again\n'.repeat(400);
      for (let i = 0; i < 40; i++) writeFileSync(join(folder, `${i}.js`), lines);
      const run = await runBuiltCli(['platform', 'analyze', folder, '--project', 'p'], {
        env: { SERVICE_TOKEN: 'squ_any', SERVICE_URL: 'http://127.0.0.1:1' },
        interruptAt: /^Analyzed \d+ of 40 files\.$/mu,
      });
      assert.match(run.stderr, /^(?:Analyzed \d+ of 40 files\.\n)+✗ Interrupted\.\n$/u);
      assert.deepEqual([run.exitCode, run.stdout], [130, '']);
    }));

  it('says when it is interrupted that the platform continues what it has received', () =>
    withTempFolder(async (folder) => {
      await using server = await startAnalyzing('PENDING');
      const run = await runBuiltCli(['platform', 'analyze', folder, '--project', 'p', '--url', server.url], {
        env: { SERVICE_TOKEN: 'squ_any' },
        interruptAt: /PENDING/u,
      });
      assert.match(run.stderr, /^✗ Interrupted\. The platform continues the analysis T1\.$/mu);
      assert.equal(run.exitCode, 130);
    }));

  it('fails when the analysis was canceled', () =>
    withTempFolder(async (folder) => {
      await using server = await startAnalyzing('CANCELED');
      const run = await analyze(folder, ['--url', server.url]);
      assert.equal(run.exitCode, 1);
      assert.match(run.stderr, /^✗ The analysis T1 ended with CANCELED\.$/mu);
    }));

  for (const [what, args, env, exitCode, said] of [
    [
      'no token',
      [],
      { SERVICE_TOKEN: '' },
      1,
      /^✗ SERVICE_TOKEN is not set.*\n {2}Log in .*platform start/mu,
    ],
    ['no address', [], {}, 1, /^✗ SERVICE_URL is not set.*\n {2}Set it to .*--url/mu],
    ['an address that is none', ['--url', 'ftp://a'], {}, 2, /'ftp:.* is invalid\. .*http.*\n\(add --help/u],
    ['a variable without an address', [], { SERVICE_URL: 'ftp://a' }, 1, /^✗ SERVICE_URL is not an http/mu],
    ['a wrong time-out', ['--timeout', 'soon'], {}, 2, /'soon' is invalid\. .*seconds.*\n\(add --help/u],
    [
      'an address at which nothing answers',
      ['--url', 'http://127.0.0.1:1'],
      {},
      1,
      /^✗ http:\/\/127\.0\.0\.1:1 could not be reached.*\n {2}Check the address.*platform start/mu,
    ],
  ] as const)
    it(`says what to do about ${what}`, () =>
      withTempFolder(async (folder) => {
        const run = await analyze(folder, args, env);
        assert.match(run.stderr, said);
        assert.equal(run.exitCode, exitCode);
      }));
});

describe('platform backup', () => {
  const backup = (folder: string, { url }: { readonly url: string }) =>
    withToken(() =>
      platformProgram(() => ({})).parseAsync(['backup', join(folder, 'copy.db'), '--url', url], {
        from: 'user',
      }),
    );

  it('stops an answer that never ends [P4]', () =>
    withTempFolder(async (folder) => {
      const piece = 'x'.repeat(1024 * 1024);
      await using server = await startServer((_, response) => {
        const write = (): void => {
          while (!response.destroyed && response.write(piece));
        };
        response.on('drain', write);
        write();
      });
      await assert.rejects(backup(folder, server), (error: Error) => Failure.is(error.cause, 'tooLarge'));
    }));

  it('says what to do when the token is refused, another server answers, or the user lacks the permission', () =>
    withTempFolder(async (folder) => {
      for (const [status, body, expected] of [
        [
          401,
          '',
          {
            message: /^http:\/\/127\.0\.0\.1:\d+ refused the token in SERVICE_TOKEN\.$/,
            fix: 'Set it to a user token of this platform.',
          },
        ],
        [404, '<h1>Not found</h1>', { fix: /embedded platform/ }],
        [
          403,
          '{"errors":[{"msg":"Insufficient privileges"}]}',
          { message: /: Insufficient privileges$/, fix: /permission/ },
        ],
      ] as const) {
        await using server = await startServer((_, response) => response.writeHead(status).end(body));
        await assert.rejects(backup(folder, server), expected);
      }
    }));

  it('moves no file of the user that the answer of another program names [P3]', () =>
    withTempFolder(async (folder) => {
      const victim = join(folder, 'victim');
      writeFileSync(victim, 'private');
      mkdirSync(join(folder, 'links'));
      let answerOf: (name: string) => string = () => victim;
      const name = async (request: AsyncIterable<Uint8Array>) =>
        (JSON.parse(await text(request)) as { file: string }).file;
      await using server = await startServer((request, response) => {
        void name(request).then((file) => {
          response.end(JSON.stringify({ file: answerOf(file), format: 1 }));
        });
      });
      await assert.rejects(backup(folder, server), /has written no backup: it names .*victim/u);
      // The name that was asked for, but a link to the file.
      answerOf = (file) => {
        symlinkSync(victim, join(folder, 'links', file));
        return join(folder, 'links', file);
      };
      await assert.rejects(backup(folder, server), /has written no backup/u);
      assert.ok(existsSync(victim));
      assert.ok(!existsSync(join(folder, 'copy.db')));
    }));
});
