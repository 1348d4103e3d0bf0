import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { authCommand } from '../../../src/cli/commands/auth.ts';
import { answering, inTempFolder, runCli, type CliRun } from '../../support/cliRun.ts';
import { goodToken, withPlatform } from '../../support/platformAnswers.ts';
import { homeVariables } from '../../support/homeVariables.ts';

interface Attempts extends CliRun {
  /** Tokens that the command asked for. */
  readonly asked: number;
  /** Names of the files in the home afterwards. */
  readonly files: readonly string[];
}

/** Logs in at a terminal without a browser. The user enters these tokens, and after them the last one again. */
const logIn = (args: string, tokens: readonly string[]): Promise<Attempts> =>
  inTempFolder(async (home) => {
    let asked = 0;
    const prompts = answering({ secret: () => Promise.resolve(tokens[asked++] ?? tokens.at(-1) ?? '') });
    const run = await runCli(['auth', 'login', '--insecure-storage', ...args.split(' ')], {
      rows: [authCommand],
      cwd: home,
      env: { ...homeVariables(home), SERVICE_KEYRING: 'off', SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' },
      prompts,
    });
    return { ...run, asked, files: readdirSync(home) };
  });

describe('auth login at a terminal', () => {
  for (const option of ['', ' --with-token'])
    it(`asks for three tokens at most, keeps no refused one, and then fails: auth login${option}`, () =>
      withPlatform(async ({ url }) => {
        const run = await logIn(`--url ${url}${option}`, ['squ_mistyped']);
        assert.deepEqual([run.exitCode, run.asked], [1, 3], run.stderr);
        assert.equal(run.stderr.match(/refused the token\. Try again\./g)?.length, 2, run.stderr);
        assert.match(run.stderr, /✗.* refused the token\.\n/);
        assert.deepEqual(run.files, []);
      }));

  it('goes on with the third token after a text that is no token and a token of the wrong kind', () =>
    withPlatform(async ({ url }) => {
      const run = await logIn(`--url ${url} --with-token`, ['two words', `sqp_${'a'.repeat(40)}`, goodToken]);
      assert.deepEqual([run.exitCode, run.asked], [0, 3], run.stderr);
      assert.match(run.stderr, /is not a token\. Try again\.[\s\S]*Use a user token\. Try again\./);
    }));

  it('does not ask again when the platform does not answer', async () => {
    const run = await logIn('--url http://127.0.0.1:1 --with-token', ['squ_good']);
    assert.deepEqual([run.exitCode, run.asked], [1, 1], run.stderr);
  });
});
