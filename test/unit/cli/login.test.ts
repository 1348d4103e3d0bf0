import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { logIn } from '../../../src/cli/auth/login.ts';
import { authCommand } from '../../../src/cli/commands/auth.ts';
import { doctorCommand } from '../../../src/cli/commands/doctor.ts';
import { openSession } from '../../../src/cli/session.ts';
import { Terminal } from '../../../src/cli/terminal.ts';
import {
  answering,
  answerOf,
  type CliOptions,
  type CliRun,
  inTempFolder,
  runCli,
} from '../../support/cliRun.ts';
import { homeVariables } from '../../support/homeVariables.ts';
import { library, withLibrary, storingSetPassword } from '../../support/keyringLibrary.ts';
import { goodToken, withPlatform } from '../../support/platformAnswers.ts';

/** Runs a command in this home, on a machine without a keyring and a browser. */
const runIn = (home: string, args: readonly string[], more: Partial<CliOptions>): Promise<CliRun> =>
  runCli(args, {
    rows: [authCommand, doctorCommand],
    cwd: home,
    env: { ...homeVariables(home), SERVICE_KEYRING: 'off', SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' },
    ...more,
  });

/** The default is a standard input without a token: `auth login` calls no address. */
const run = (args: readonly string[], stdin = '\n'): Promise<CliRun> =>
  inTempFolder((home) => runIn(home, args, { stdin }));

describe('an address over http', () => {
  const login = (address: string) => run(['auth', 'login', '--url', address, '--with-token']);

  it('makes a login say that others can read the token, unless it is of this machine', async () => {
    const { stderr } = await login('http://192.0.2.1:9000');
    assert.match(stderr, /http:\/\/192\.0\.2\.1:9000 uses http: others on the network can read the token\./);
    for (const address of ['https://192.0.2.1', 'http://127.0.0.1:9000'])
      assert.doesNotMatch((await login(address)).stderr, /uses http/);
  });

  it('makes doctor warn that others can read the token', async () => {
    // A name that never resolves, so that nothing is sent.
    const found = answerOf(await run(['doctor', '--json', '--url', 'http://platform.invalid:9000']));
    const path = (found.findings as { check: string; status: string; fix?: string }[]).find(
      ({ check }) => check === 'path',
    );
    assert.equal(path?.status, 'warning');
    assert.match(path.fix ?? '', /read the token/);
  });
});

describe('auth login', () =>
  it('finds the server of an address without scheme, and of one of its pages', () =>
    withPlatform(async ({ url }) => {
      for (const typed of [
        url.replace('http://', ''),
        `${url}/projects`,
        `${url}/dashboard?id=web-shop#top`,
      ]) {
        const args = ['auth', 'login', '--url', typed, '--with-token', '--insecure-storage'];
        assert.equal(answerOf(await run(args, `${goodToken}\n`)).url, url, typed);
      }
    })));

interface Attempts extends CliRun {
  /** Tokens that the command asked for. */
  readonly asked: number;
  /** Names of the files in the home afterwards. */
  readonly files: readonly string[];
}

/** Logs in at a terminal without a browser. The user enters these tokens, and after them the last one again. */
const attempt = (options: string, tokens: readonly string[]): Promise<Attempts> =>
  inTempFolder(async (home) => {
    let asked = 0;
    const prompts = answering({ secret: () => Promise.resolve(tokens[asked++] ?? tokens.at(-1) ?? '') });
    const args = ['auth', 'login', '--insecure-storage', ...options.split(' ')];
    return { ...(await runIn(home, args, { prompts })), asked, files: readdirSync(home) };
  });

describe('auth login at a terminal', () => {
  for (const option of ['', ' --with-token'])
    it(`asks for three tokens at most, keeps no refused one, and then fails: auth login${option}`, () =>
      withPlatform(async ({ url }) => {
        const run = await attempt(`--url ${url}${option}`, ['squ_mistyped']);
        assert.deepEqual([run.exitCode, run.asked], [1, 3], run.stderr);
        assert.equal(run.stderr.match(/refused the token\. Try again\./g)?.length, 2, run.stderr);
        assert.match(run.stderr, /✗.* refused the token\.\n/);
        assert.deepEqual(run.files, []);
      }));

  it('goes on with the third token after a text that is no token and a token of the wrong kind', () =>
    withPlatform(async ({ url }) => {
      const run = await attempt(`--url ${url} --with-token`, [
        'two words',
        `sqp_${'a'.repeat(40)}`,
        goodToken,
      ]);
      assert.deepEqual([run.exitCode, run.asked], [0, 3], run.stderr);
      assert.match(run.stderr, /is not a token\. Try again\.[\s\S]*Use a user token\. Try again\./);
    }));

  it('does not ask again when the platform does not answer', async () => {
    const run = await attempt('--url http://127.0.0.1:1 --with-token', ['squ_good']);
    assert.deepEqual([run.exitCode, run.asked], [1, 1], run.stderr);
  });
});

/** Logs in on a machine with this keyring, or without one. */
async function logInWith(keyringModule: string | undefined, url: string, home: string): Promise<void> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  stdin.end(goodToken);
  const terminal = new Terminal({ env: homeVariables(home), cwd: home, stdin, stdout, stderr });
  const session = { ...openSession(terminal, { bundles: home }), keyringModule };
  await logIn({ terminal, session, prompts: answering({}) }, { url, withToken: true, insecureStorage: true });
}

describe('a token', () => {
  it('is stored in one place: a login that uses another place deletes the earlier copy', () =>
    withPlatform(({ url }) =>
      inTempFolder((home) =>
        withLibrary(storingSetPassword, async (path) => {
          const file = join(home, '.service/service-cli/token.json');
          const isInKeyring = () =>
            readFileSync(join(dirname(path), 'kept.json'), 'utf8').includes(goodToken);
          await logInWith(undefined, url, home);
          assert.ok(existsSync(file));
          await logInWith(path, url, home);
          assert.deepEqual([existsSync(file), isInKeyring()], [false, true]);
          // The keyring refuses every token from now on.
          writeFileSync(path, library("throw new Error('locked');"));
          await logInWith(path, url, home);
          assert.deepEqual([existsSync(file), isInKeyring()], [true, false]);
        }),
      ),
    ));
});
