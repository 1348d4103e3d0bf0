import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { logIn } from '../../../src/cli/auth/login.ts';
import { openSession } from '../../../src/cli/session.ts';
import { Terminal } from '../../../src/cli/terminal.ts';
import { answering, inTempFolder } from '../../support/cliRun.ts';
import { library, withLibrary, storingSetPassword } from '../../support/keyringLibrary.ts';
import { goodToken, withPlatform } from '../../support/platformAnswers.ts';
import { homeVariables } from '../../support/homeVariables.ts';

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
