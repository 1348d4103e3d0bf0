import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { authCommand } from '../../../src/cli/commands/auth.ts';
import {
  expectSuccess,
  answering,
  answerOf,
  type CliOptions,
  type CliRun,
  inTempFolder,
  runCli,
} from '../../support/cliRun.ts';
import { goodToken, withPlatform } from '../../support/platformAnswers.ts';
import { homeVariables } from '../../support/homeVariables.ts';
import { modeHere } from '../../support/modeHere.ts';

type RunOptions = Partial<Pick<CliOptions, 'stdin' | 'prompts' | 'env' | 'onTalk'>>;

interface Fixture {
  readonly home: string;
  readonly url: string;
  readonly run: (args: string, more?: RunOptions) => Promise<CliRun>;
  readonly logIn: () => Promise<CliRun>;
}

function fixture(use: (fixture: Fixture) => Promise<void>): Promise<void> {
  return withPlatform(({ url }) =>
    inTempFolder((home) => {
      const run: Fixture['run'] = (args, { env, ...more } = {}) =>
        // The tests must not touch the keyring of the user who runs them.
        runCli(args.split(' '), {
          rows: [authCommand],
          cwd: home,
          // A display, which the browser needs.
          env: { ...homeVariables(home), SERVICE_KEYRING: 'off', DISPLAY: ':0', ...env },
          ...more,
        });
      const login = `auth login --url ${url} --with-token --insecure-storage`;
      return use({ home, url, run, logIn: () => run(login, { stdin: `${goodToken}\n` }) });
    }),
  );
}

const state = (home: string) =>
  JSON.parse(readFileSync(join(home, '.service/service-cli/state.json'), 'utf8')) as Record<string, unknown>;

/** Everything below the home, to search for what must not be there. */
const filesWith = (home: string, text: string): string[] =>
  readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path, 'utf8').includes(text));

describe('auth login', () => {
  it('keeps the token in a private file only with --insecure-storage [U1]', () =>
    fixture(async ({ home, url, logIn }) => {
      const result = await logIn();
      assert.deepEqual(answerOf(result).state, 'connected');
      assert.match(result.stderr, /as plain text in .*token\.json/);
      assert.equal(result.exitCode, 0);
      const file = join(home, '.service/service-cli/token.json');
      assert.deepEqual(filesWith(home, goodToken), [file]);
      assert.equal(statSync(file).mode & 0o777, modeHere(0o600));
      assert.equal(statSync(dirname(file)).mode & 0o777, modeHere(0o700));
      assert.deepEqual({ ...(state(home).login as object), at: '' }, { url, storedIn: 'file', at: '' });
      assert.ok(!`${result.stdout}${result.stderr}`.includes(goodToken));
    }));

  it('keeps nothing without a keyring and without a yes', () =>
    fixture(async ({ home, url, run }) => {
      const { exitCode, stderr } = await run(`auth login --url ${url} --with-token`, { stdin: goodToken });
      assert.equal(exitCode, 1);
      assert.match(stderr, /not kept[\s\S]*SERVICE_TOKEN/);
      assert.deepEqual(filesWith(home, ''), []);
    }));

  it('takes the token from the browser', () =>
    fixture(async ({ url, run }) => {
      let sent = false;
      const onTalk = (text: string): void => {
        const port = /port=(\d+)/.exec(text)?.[1];
        if (port === undefined || sent) return;
        sent = true;
        const options = {
          method: 'POST',
          headers: { origin: url },
          body: JSON.stringify({ token: goodToken }),
        };
        void fetch(`http://127.0.0.1:${port}/sonarlint/api/token`, options);
      };
      const result = await run(`auth login --url ${url} --insecure-storage`, { onTalk });
      assert.equal(result.exitCode, 0);
      assert.equal(answerOf(result).url, url);
    }));

  it('takes the only organization of a cloud and names it', () =>
    fixture(async ({ home, url, run }) => {
      expectSuccess(
        await run(`auth login --url ${url} --org acme --with-token --insecure-storage`, {
          stdin: goodToken,
        }),
      );
      assert.equal((state(home).login as { organization: string }).organization, 'acme');
    }));

  it('refuses an organization that the token does not see [IN2]', () =>
    fixture(async ({ url, run }) => {
      const { stderr } = await run(`auth login --url ${url} --org other --with-token --insecure-storage`, {
        stdin: goodToken,
      });
      assert.match(stderr, /Organization "other" was not found/);
    }));

  it('uses the platform of the last login without --url and --org', () =>
    fixture(async ({ url, run, logIn }) => {
      await logIn();
      const again = await run('auth login --with-token --insecure-storage', { stdin: goodToken });
      assert.deepEqual([again.exitCode, answerOf(again).url], [0, url]);
    }));

  it('asks for cloud or server without --url, --org and an earlier login', () =>
    fixture(async ({ url, run }) => {
      const prompts = answering({
        select: () => Promise.resolve('server' as never),
        input: () => Promise.resolve(url),
        secret: () => Promise.resolve(goodToken),
      });
      const result = await run('auth login --with-token --insecure-storage', { prompts });
      assert.deepEqual([result.exitCode, answerOf(result).url], [0, url]);
    }));

  it('asks before it keeps the token in a file', () =>
    fixture(async ({ home, url, run }) => {
      const questions: string[] = [];
      const prompts = answering({
        confirm: (message) => {
          questions.push(message);
          return Promise.resolve(true);
        },
        secret: () => Promise.resolve(goodToken),
      });
      const { exitCode } = await run(`auth login --url ${url} --with-token`, { prompts });
      assert.equal(exitCode, 0);
      assert.match(questions[0] ?? '', /plain text/);
      assert.ok(filesWith(home, goodToken).length === 1);
    }));

  it('has no option that takes the token [U4] [AU6]', () =>
    fixture(async ({ run }) => {
      const { exitCode, stderr } = await run(`auth login --token ${goodToken}`);
      assert.equal(exitCode, 2);
      assert.match(stderr, /unknown option/);
    }));

  it('refuses a malformed token before it sends anything', () =>
    fixture(async ({ url, run }) => {
      const { exitCode, stderr } = await run(`auth login --url ${url} --with-token`, {
        stdin: 'bash: command not found',
      });
      assert.deepEqual([exitCode, stderr.includes('contains no token')], [2, true]);
    }));

  it('leaves a malformed state.json unchanged, and names file and line', () =>
    fixture(async ({ home, logIn }) => {
      mkdirSync(join(home, '.service/service-cli'), { recursive: true });
      const path = join(home, '.service/service-cli/state.json');
      writeFileSync(path, '{\n "version": 1,,\n}');
      const result = await logIn();
      assert.equal(result.exitCode, 1);
      assert.match(result.stderr, /state\.json:2:/);
      assert.equal(readFileSync(path, 'utf8'), '{\n "version": 1,,\n}');
    }));
});

describe('auth login without a desktop', () => {
  const noDesktop: readonly (readonly [name: string, env: NodeJS.ProcessEnv, reason: RegExp])[] = [
    ['over SSH', { SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' }, /this is an SSH session/],
    // Only Linux has machines without a display.
    ...(process.platform === 'linux'
      ? [['on a machine without display', { DISPLAY: '' }, /this machine has no display/] as const]
      : []),
  ];
  for (const [where, env, reason] of noDesktop) {
    it(`asks for a pasted token ${where}, and names the page that creates one`, () =>
      fixture(async ({ url, run }) => {
        const prompts = answering({
          secret: () => Promise.resolve(` ${goodToken}\n`),
          confirm: () => Promise.resolve(true),
        });
        const { exitCode, stderr } = await run(`auth login --url ${url}`, { prompts, env });
        assert.equal(exitCode, 0, stderr);
        assert.match(stderr, reason);
        assert.ok(stderr.includes(`${url}/account/security/`), stderr);
        assert.ok(!stderr.includes(goodToken));
      }));

    it(`refuses a pasted text ${where} that is no token, and sends it nowhere`, () =>
      fixture(async ({ url, run }) => {
        const prompts = answering({ secret: () => Promise.resolve('two words €') });
        const { exitCode, stderr } = await run(`auth login --url ${url}`, { prompts, env });
        assert.equal(exitCode, 1);
        assert.match(stderr, /The entered text is not a token\./);
      }));

    it(`says ${where} that no token came, where the prompt gives up`, () =>
      fixture(async ({ url, run }) => {
        const prompts = answering({
          secret: () => Promise.reject(Object.assign(new Error('aborted'), { name: 'AbortPromptError' })),
        });
        const { exitCode, stderr } = await run(`auth login --url ${url}`, { prompts, env });
        assert.equal(exitCode, 1);
        assert.match(stderr, /No token was entered within five minutes\./);
        assert.doesNotMatch(stderr, /AbortPromptError/);
      }));

    it(`ends at once ${where} without a terminal, and names the ways to pass a token`, () =>
      fixture(async ({ home, url, run }) => {
        const { exitCode, stderr } = await run(`auth login --url ${url}`, { env });
        assert.equal(exitCode, 1);
        assert.match(stderr, reason);
        assert.match(stderr, /--with-token[\s\S]*SERVICE_TOKEN/);
        assert.deepEqual(filesWith(home, ''), []);
      }));
  }
});

describe('a token in the encrypted file', () => {
  const secret = { SERVICE_STORE_PASSPHRASE: 'correct horse battery staple' };

  it('is written where no keyring works, and no file contains it [U2]', () =>
    fixture(async ({ home, url, run }) => {
      const login = await run(`auth login --url ${url} --with-token`, { stdin: goodToken, env: secret });
      assert.deepEqual([login.exitCode, answerOf(login).storedIn], [0, 'encryptedFile'], login.stderr);
      assert.deepEqual(filesWith(home, goodToken), []);
      const file = join(home, '.service/service-cli/secrets.json');
      assert.equal(statSync(file).mode & 0o777, modeHere(0o600));
      const status = await run('auth status', { env: secret });
      assert.deepEqual([status.exitCode, answerOf(status).source], [0, 'encryptedFile'], status.stderr);
    }));

  for (const [name, env] of [
    ['without its passphrase', {}],
    ['with another passphrase', { SERVICE_STORE_PASSPHRASE: 'wrong' }],
  ] as const)
    it(`stays closed ${name}, and the message names the variable [U2]`, () =>
      fixture(async ({ url, run }) => {
        await run(`auth login --url ${url} --with-token`, { stdin: goodToken, env: secret });
        const { exitCode, stderr } = await run('auth status', { env });
        assert.equal(exitCode, 1);
        assert.match(stderr, /SERVICE_STORE_PASSPHRASE/);
        assert.ok(!stderr.includes(' at '), stderr);
      }));

  it('is deleted by auth logout, also without its passphrase', () =>
    fixture(async ({ home, url, run }) => {
      await run(`auth login --url ${url} --with-token`, { stdin: goodToken, env: secret });
      const { exitCode } = await run('auth logout');
      assert.equal(exitCode, 0);
      const kept = readFileSync(join(home, '.service/service-cli/secrets.json'), 'utf8');
      assert.deepEqual((JSON.parse(kept) as { entries: object }).entries, {});
    }));
});

describe('auth status', () => {
  it('fails without login, and names the fix', () =>
    fixture(async ({ run }) => {
      const { exitCode, stdout } = await run('auth status');
      assert.deepEqual([exitCode, JSON.parse(stdout)], [1, { state: 'notLoggedIn' }]);
    }));

  it('names the platform, the user and the place of the token [IN20]', () =>
    fixture(async ({ url, run }) => {
      const env = { SERVICE_TOKEN: goodToken, SERVICE_URL: url };
      const { exitCode, stdout } = await run('auth status', { env });
      const expected = { state: 'connected', url, source: 'environment', login: 'ada', version: '26.9.0.1' };
      assert.deepEqual([exitCode, JSON.parse(stdout)], [0, expected]);
    }));

  it('removes the login marker when the platform refuses its token', () =>
    fixture(async ({ home, url, run, logIn }) => {
      await logIn();
      const file = join(home, '.service/service-cli/token.json');
      writeFileSync(file, JSON.stringify({ token: 'squ_revoked', origin: url }));
      const result = await run('auth status');
      assert.deepEqual([result.exitCode, answerOf(result).state], [1, 'tokenRefused']);
      assert.equal(state(home).login, undefined);
    }));

  it('sends the token to no other origin than its own [P1]', () =>
    fixture(async ({ home, run, logIn }) => {
      await logIn();
      const file = join(home, '.service/service-cli/token.json');
      writeFileSync(file, JSON.stringify({ token: goodToken, origin: 'https://other.example' }));
      const { exitCode, stderr } = await run('auth status');
      assert.equal(exitCode, 1);
      assert.match(stderr, /stored for another platform/);
    }));
});

describe('auth logout', () => {
  it('deletes the token and the login marker', () =>
    fixture(async ({ home, run, logIn }) => {
      await logIn();
      const { exitCode, stderr } = await run('auth logout');
      assert.equal(exitCode, 0);
      assert.match(stderr, /remains valid until you revoke it/);
      assert.deepEqual(filesWith(home, goodToken), []);
      assert.deepEqual(state(home), { version: 1 });
    }));

  it('deletes the token file of a login that the platform has refused since', () =>
    fixture(async ({ home, url, run, logIn }) => {
      await logIn();
      const refused = JSON.stringify({ version: 1, refused: { url } });
      writeFileSync(join(home, '.service/service-cli/state.json'), refused);
      assert.equal((await run('auth logout')).exitCode, 0);
      assert.deepEqual(filesWith(home, goodToken), []);
    }));
});
