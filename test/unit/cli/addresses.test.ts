import assert from 'node:assert/strict';
import { authCommand } from '../../../src/cli/commands/auth.ts';
import { doctorCommand } from '../../../src/cli/commands/doctor.ts';
import { answerOf, type CliRun, inTempFolder, runCli } from '../../support/cliRun.ts';
import { goodToken, withPlatform } from '../../support/platformAnswers.ts';
import { homeVariables } from '../../support/homeVariables.ts';

/** Runs a command in a separate home. The default is a standard input without a token: `auth login` calls no address. */
const run = (args: readonly string[], stdin = '\n'): Promise<CliRun> =>
  inTempFolder((home) =>
    runCli(args, {
      rows: [authCommand, doctorCommand],
      cwd: home,
      env: { ...homeVariables(home), SERVICE_KEYRING: 'off' },
      stdin,
    }),
  );

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
