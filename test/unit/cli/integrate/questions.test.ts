import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectSuccess, answering, linesOf, type Prompts } from '../../../support/cliRun.ts';
import {
  enterprise,
  hooksOf,
  withIntegrateFixture,
  type IntegrateFixture,
  resultsOf,
  shimName,
  stateOf,
} from '../../../support/integrateFixture.ts';
import { goodToken } from '../../../support/platformAnswers.ts';
import { fieldOf } from '../../../support/lists.ts';

const env = { SERVICE_TOKEN: undefined };

async function logIn(fixture: IntegrateFixture): Promise<void> {
  const prompts = answering({ secret: () => Promise.resolve(goodToken) });
  expectSuccess(await fixture.run('auth login --with-token --insecure-storage', { prompts }));
}

const atProject = answering({ select: () => Promise.resolve('project' as never) });

/** Answers each question with yes or no, for the project, and presses Enter at the end. */
const confirming = (confirm: (message: string) => boolean): Prompts =>
  answering({
    select: () => Promise.resolve('project' as never),
    confirm: (message) => Promise.resolve(confirm(message)),
    enter: () => Promise.resolve(),
  });

describe('integrate cursor at a terminal', () => {
  it('asks for the scope, each component and Enter, and writes the accepted components [IN4] [IN5]', () =>
    withIntegrateFixture(async (fixture) => {
      await logIn(fixture);
      const asked: string[] = [];
      const note =
        <T>(answer: (message: string) => T) =>
        (message: string) => {
          asked.push(message);
          return Promise.resolve(answer(message));
        };
      const prompts = answering({
        select: note(() => 'project' as never),
        confirm: note((message) => !message.includes('Tool server')),
        enter: note(() => undefined),
      });
      const run = await fixture.run('integrate cursor', { prompts, env });
      assert.deepEqual(resultsOf(run), {
        secretsHooks: 'installed',
        toolServer: 'declined',
        agent: 'installed',
      });
      assert.equal(asked.length, 5);
      assert.equal(fixture.read('.cursor/mcp.json'), undefined);
    }));

  it('asks "Keep?" on the next run and removes what is declined and confirmed, agent analysis and context as one unit [IN17] [IN19]', () =>
    withIntegrateFixture(async (fixture) => {
      await logIn(fixture);
      expectSuccess(await fixture.run('integrate cursor --non-interactive', { env }));
      const prompts = confirming((message) => !message.includes('Agent') || !message.includes('Keep?'));
      const run = await fixture.run('integrate cursor', { prompts, env });
      assert.deepEqual(resultsOf(run), {
        secretsHooks: 'unchanged',
        toolServer: 'unchanged',
        agent: 'removed',
      });
      assert.equal(hooksOf(fixture).hooks.sessionStart, undefined);
      assert.equal(fixture.read('.cursor/rules/service-agentic-analysis.mdc'), undefined);
      assert.ok(
        existsSync(join(fixture.project, '.cursor/hooks', shimName)),
        'the installed hook still needs its script',
      );
      assert.deepEqual(
        stateOf(fixture).integrations?.installed[0]?.features.map(({ feature }) => feature),
        ['secretsHooks', 'toolServer'],
      );
    }));

  it('writes nothing when it is interrupted before Enter [IN4]', () =>
    withIntegrateFixture(async (fixture) => {
      await logIn(fixture);
      const before = fixture.picture();
      const prompts = answering({
        select: () => Promise.resolve('project' as never),
        confirm: () => Promise.resolve(true),
        enter: () => Promise.reject(new Error('interrupted')),
      });
      const run = await fixture.run('integrate cursor', { prompts, env });
      assert.equal(run.exitCode, 1);
      assert.deepEqual(fixture.picture(), before);
    }));

  const withoutPlatform = { SERVICE_TOKEN: undefined, SERVICE_URL: undefined };
  /** Agrees to each question, notes it, and gives tokens. */
  const loggingIn = (token = () => goodToken, asked: string[] = []): Prompts =>
    answering({
      confirm(message) {
        asked.push(message);
        return Promise.resolve(true);
      },
      secret: () => Promise.resolve(token()),
      enter: () => Promise.resolve(),
    });

  /** A login whose token was revoked since. */
  async function logInAndBreak(fixture: IntegrateFixture): Promise<void> {
    await logIn(fixture);
    const file = join(fixture.home, '.service/service-cli/token.json');
    writeFileSync(file, JSON.stringify({ token: 'squ_revoked', origin: fixture.url }));
  }

  it('offers a new login for a broken token and goes on with it [IN3]', () =>
    withIntegrateFixture(async (fixture) => {
      await logInAndBreak(fixture);
      const asked: string[] = [];
      const prompts = loggingIn(undefined, asked);
      const run = expectSuccess(
        await fixture.run('integrate cursor --project demo', { prompts, env: withoutPlatform }),
      );
      assert.equal(asked[0], 'Log in now? No ends the command and installs nothing.');
      assert.match(asked[1] ?? '', /plain text/);
      assert.deepEqual(Object.values(resultsOf(run)), ['installed', 'installed', 'installed']);
    }));

  it('asks for the token again after a refused one, and goes on with the next', () =>
    withIntegrateFixture(async (fixture) => {
      await logInAndBreak(fixture);
      const tokens = ['squ_mistyped', 'two words', goodToken];
      const prompts = loggingIn(() => tokens.shift() ?? '');
      const run = expectSuccess(
        await fixture.run('integrate cursor --project demo', { prompts, env: withoutPlatform }),
      );
      assert.deepEqual(tokens, []);
      assert.match(run.stderr, /refused the token\. Try again\.\n[\s\S]*is not a token\. Try again\.\n/);
    }));

  it('offers it again on the platform that refused, after a no [ER4]', () =>
    withIntegrateFixture(async (fixture) => {
      await logInAndBreak(fixture);
      const declining = answering({ confirm: () => Promise.resolve(false) });
      const ask = (prompts: Prompts) =>
        fixture.run('integrate cursor --global', { prompts, env: withoutPlatform });
      const declined = await ask(declining);
      assert.equal(declined.exitCode, 1);
      assert.match(declined.stderr, /refused the token/);
      const accepted = expectSuccess(await ask(loggingIn()));
      assert.ok(accepted.stderr.includes(`${fixture.url}/sonarlint/auth`));
    }));

  it('asks "Keep?" also for what could not be installed any more', () =>
    withIntegrateFixture(async (fixture) => {
      await logIn(fixture);
      expectSuccess(await fixture.run('integrate cursor --project demo', { env }));
      expectSuccess(await fixture.run('integrate cursor --global', { env }));
      const answersTo = (keep: boolean): Prompts =>
        confirming((message) =>
          message.startsWith('Secrets Hook is installed (CONFIGURED; a global')
            ? keep
            : !message.startsWith('Agent'),
        );
      for (const [keeps, result] of [
        [true, 'skipped'],
        [false, 'removed'],
      ] as const) {
        const run = await fixture.run('integrate cursor --project demo', { prompts: answersTo(keeps), env });
        assert.equal(resultsOf(run).secretsHooks, result);
      }
      assert.deepEqual(Object.keys(hooksOf(fixture).hooks), ['sessionStart', 'stop']);
    }));

  it('removes script and handler with the hooks where no other component is there, and reports them', () =>
    withIntegrateFixture(
      async (fixture) => {
        await logIn(fixture);
        const loggedIn = Object.keys(fixture.picture());
        const installing = confirming((message) => message.includes('Secrets Hook'));
        expectSuccess(await fixture.run('integrate cursor --project demo', { prompts: installing, env }));
        const made = Object.keys(fixture.picture()).filter((path) => !loggedIn.includes(path));
        assert.ok(made.some((path) => path.endsWith(shimName)) && made.length > 6, made.join(' '));
        const removing = confirming((message) => message.startsWith('Remove the hooks'));
        const removed = await fixture.run('integrate cursor --project demo', { prompts: removing, env });
        assert.deepEqual(Object.keys(fixture.picture()), loggedIn);
        const line = linesOf(removed).find(({ component }) => component === 'secretsHooks');
        assert.equal(line?.result, 'removed');
        assert.deepEqual((line.files as string[]).toSorted(), made.toSorted());
        const again = await fixture.run('integrate cursor --remove', { env, prompts: atProject });
        assert.deepEqual(new Set(Object.values(resultsOf(again))), new Set(['unchanged']));
      },
      { ...enterprise, 'api/navigation/global': { edition: 'community', version: '26.9.0.129388' } },
    ));

  it('keeps script and handler for agent features that stay when the hooks go', () =>
    withIntegrateFixture(async (fixture) => {
      await logIn(fixture);
      expectSuccess(await fixture.run('integrate cursor --non-interactive', { env }));
      const prompts = confirming(
        (message) => !message.startsWith('Secrets Hook') && !message.includes('of Agent'),
      );
      const run = await fixture.run('integrate cursor', { prompts, env });
      assert.equal(resultsOf(run).secretsHooks, 'removed');
      assert.ok(fixture.read(`.cursor/hooks/${shimName}`));
      assert.deepEqual(Object.keys(hooksOf(fixture).hooks), ['sessionStart', 'stop']);
    }));

  it('reports script and handler that are left over as removed', () =>
    withIntegrateFixture(async (fixture) => {
      expectSuccess(await fixture.run('integrate cursor --non-interactive'));
      // As a user does it by hand, who does not know of the other files.
      for (const name of ['hooks.json', 'mcp.json', 'rules'])
        rmSync(join(fixture.project, '.cursor', name), { recursive: true });
      const run = await fixture.run('integrate cursor --remove');
      const [hooks, ...others] = linesOf(run);
      assert.equal(hooks?.result, 'removed');
      const files = hooks.files as string[];
      assert.ok(files.some((path) => path.endsWith(shimName)) && files.length > 6, files.join(' '));
      assert.deepEqual(fieldOf(others, 'result'), ['unchanged', 'unchanged']);
    }));

  it('asks where to remove, and only advises a restart after a removal [IN22]', () =>
    withIntegrateFixture(async (fixture) => {
      expectSuccess(await fixture.run('integrate cursor --non-interactive'));
      const asked: string[] = [];
      const prompts = answering({
        select: (message) => {
          asked.push(message);
          return Promise.resolve('project' as never);
        },
      });
      const run = await fixture.run('integrate cursor --remove', { prompts, env });
      assert.deepEqual(asked, ['Remove it from this project or all your projects?']);
      assert.match(run.stderr, /Restart Cursor/);
      assert.doesNotMatch(run.stderr, /Turn on the tool server/);
    }));
});
