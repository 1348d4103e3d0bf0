import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installAgent } from '../../scripts/agents/install.ts';
import { type IntegrateFixture, withIntegrateFixture } from '../support/integrateFixture.ts';
import { githubToken } from '../support/madeSecrets.ts';
import { type ScriptedModel, startScriptedModel } from './scriptedModel.ts';

/** Licence: Apache-2.0 (LICENSE of https://github.com/openai/codex). */
const codex = { name: '@openai/codex', version: '0.169.0', program: 'codex' };
const secret = githubToken(21);

interface Session {
  readonly model: ScriptedModel;
  readonly printed: string;
  /** What the hook of an event answered; undefined if Codex did not call it. */
  readonly answerOf: (event: string) => string | undefined;
}

describe('the real Codex CLI with installed hooks', function () {
  this.timeout(300_000);
  let program = '';

  before(async function () {
    const installed = await installAgent(codex, console.error);
    if (installed === undefined) this.skip();
    else program = installed;
  });

  const withSession = (
    { prompt, command }: { readonly prompt: string; readonly command: string },
    use: (session: Session) => void,
  ): Promise<void> =>
    withIntegrateFixture(async (fixture) => {
      const run = await fixture.run('integrate codex --global --non-interactive');
      assert.equal(run.exitCode, 0, run.stderr);
      fixture.write('settings.txt', `token = "${secret}"\n`);
      const model = await startScriptedModel(command);
      try {
        const printed = await start(program, prompt, { fixture, model });
        const answerOf: Session['answerOf'] = (event) => {
          const path = join(fixture.home, '.service/service-cli/calls', `codex ${event}.json`);
          return existsSync(path)
            ? (JSON.parse(readFileSync(path, 'utf8')) as { answer: string }).answer
            : undefined;
        };
        use({ model, printed, answerOf });
      } finally {
        await model.stop();
      }
    });

  it('asks before the prompt, before and after a command, and shows the model what is clean', () =>
    withSession({ prompt: 'Say hello.', command: 'echo hello from $((1+1)) shells' }, (session) => {
      for (const event of ['UserPromptSubmit', 'PreToolUse', 'PostToolUse'])
        assert.equal(session.answerOf(event), 'allowed', event);
      assert.match(session.model.requests.at(-1) ?? '', /hello from 2 shells/);
    }));

  it('sends no prompt with a secret to the model', () =>
    withSession({ prompt: `Use ${secret}.`, command: 'true' }, ({ model, answerOf }) => {
      assert.equal(answerOf('UserPromptSubmit'), 'denied');
      assert.ok(model.requests.every((request) => !request.includes(secret)));
    }));

  it('shows the model no secret that a command would print', () =>
    withSession({ prompt: 'Show the settings.', command: 'f=settings; cat $f.*' }, (session) => {
      const { model, answerOf, printed } = session;
      assert.ok([answerOf('PreToolUse'), answerOf('PostToolUse')].includes('denied'), printed);
      assert.ok(model.requests.length > 1, printed);
      assert.ok(model.requests.every((request) => !request.includes(secret)));
      assert.match(model.requests.at(-1) ?? '', /Withheld|Blocked/);
    }));
});

/** Runs Codex once, in a folder of its own for settings. The hooks are ours, so they need no review. */
function start(
  program: string,
  prompt: string,
  { fixture, model }: { readonly fixture: IntegrateFixture; readonly model: ScriptedModel },
): Promise<string> {
  const { home, project, env } = fixture;
  const provider = `name = "test"\nbase_url = "${model.url}"\nwire_api = "responses"\nenv_key = "TEST_KEY"\nrequest_max_retries = 0\nstream_max_retries = 0\n`;
  mkdirSync(join(home, '.codex'), { recursive: true });
  writeFileSync(
    join(home, '.codex/config.toml'),
    `model = "m"\nmodel_provider = "test"\n[model_providers.test]\n${provider}`,
  );
  const options = [
    '--skip-git-repo-check',
    '--dangerously-bypass-approvals-and-sandbox',
    '--dangerously-bypass-hook-trust',
  ];
  return new Promise((resolve) => {
    const child = execFile(
      program,
      ['exec', ...options, prompt],
      { cwd: project, env: { ...env, TEST_KEY: 'x' }, timeout: 120_000 },
      (_, stdout, stderr) => {
        resolve(stdout + stderr);
      },
    );
    child.stdin?.end();
  });
}
