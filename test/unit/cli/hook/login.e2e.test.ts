import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtCli } from '../../../support/builtCli.ts';
import { type HookedProject, questions, withHooks } from '../../../support/hookedProject.ts';

const notLoggedIn =
  'Blocked: the secrets hook is inactive. You are not logged in. Run: service-cli auth login';

/** Returns why a hook denies a harmless prompt, or undefined, with this text in the file of the login. */
async function askWith(
  { home, fire }: HookedProject,
  state: string | undefined,
  env: NodeJS.ProcessEnv = {},
): Promise<string | undefined> {
  const path = join(home, '.service/service-cli/state.json');
  if (state === undefined) rmSync(path, { force: true });
  else writeFileSync(path, state);
  const { passes, messages } = await fire('beforeSubmitPrompt', questions.beforeSubmitPrompt(), { env });
  return passes ? undefined : messages[0];
}

describe('the login that a hook needs', function () {
  // Real processes, on a machine that may be busy.
  this.timeout(60_000);

  it(
    'is a marker in the state file, also behind a byte order mark',
    withHooks(async (fixture) => {
      const marker = '{"login":{"storedIn":"file"}}';
      for (const state of [marker, `\uFEFF${marker}`])
        assert.equal(await askWith(fixture, state), undefined, state);
      for (const state of [
        undefined,
        'null',
        '[]',
        '{}',
        '{"login":null}',
        '{"login":"file"}',
        '{"login":{}}',
      ])
        assert.equal(await askWith(fixture, state), notLoggedIn, state);
    }),
  );

  it(
    'is a token in the environment, whatever the state file contains',
    withHooks(async (fixture) => {
      for (const state of [undefined, '{', '{}'])
        assert.equal(await askWith(fixture, state, { SERVICE_TOKEN: 'squ_x' }), undefined, state);
      assert.equal(await askWith(fixture, undefined, { SERVICE_TOKEN: '' }), notLoggedIn);
    }),
  );

  it(
    'cannot be read from a damaged file, nor from a pipe in its place',
    withHooks(async (fixture) => {
      const path = join(fixture.home, '.service/service-cli/state.json');
      const reason = `Blocked: the secrets hook is inactive. ${path} cannot be read. Run: service-cli system status`;
      assert.equal(await askWith(fixture, '{'), reason);
      rmSync(path);
      execFileSync('mkfifo', [path]);
      const { passes, messages } = await fixture.fire('beforeSubmitPrompt', questions.beforeSubmitPrompt());
      assert.deepEqual([passes, messages[0]], [false, reason]);
    }),
  );
});

describe('a hook of service-cli', function () {
  // Real processes, on a machine that may be busy.
  this.timeout(60_000);

  it('denies an event or an agent that it does not know, as a read of Cursor', async () => {
    const cli = join(await builtCli(), 'cli.js');
    for (const names of [
      ['cursor', 'unknown'],
      ['unknown', 'preToolUse'],
      ['constructor', 'toString'],
      ['cursor', 'constructor'],
    ]) {
      const { status, stdout } = spawnSync(process.execPath, [cli, 'hook', ...names], {
        encoding: 'utf8',
        input: '{"prompt":"hello"}',
        env: { PATH: process.env.PATH, HOME: '/nowhere', SERVICE_TOKEN: 'squ_x' },
      });
      const answer = JSON.parse(stdout) as Record<string, unknown>;
      assert.deepEqual([status, answer.permission], [2, 'deny'], names.join(' '));
      assert.match(String(answer.user_message), /the secrets hook failed/, names.join(' '));
    }
  });
});
