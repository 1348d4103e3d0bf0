import assert from 'node:assert/strict';
import { authCommand } from '../../../src/cli/commands/auth.ts';
import { doctorCommand } from '../../../src/cli/commands/doctor.ts';
import { answerOf, type CliRun, inTempFolder, runCli } from '../../support/cliRun.ts';
import { homeVariables } from '../../support/homeVariables.ts';

/** Runs a command in a separate home. */
const run = (args: readonly string[]): Promise<CliRun> =>
  inTempFolder((home) =>
    runCli(args, {
      rows: [authCommand, doctorCommand],
      cwd: home,
      env: { ...homeVariables(home), SERVICE_KEYRING: 'off' },
      // Standard input without a token: `auth login` calls no address.
      stdin: '\n',
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
