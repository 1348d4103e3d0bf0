import assert from 'node:assert/strict';
import { chmodSync, chownSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { agreeToPolicy, type HookedProject, withHooks, secret } from '../../../support/hookedProject.ts';
import { policyCommand } from '../../../../src/cli/commands/policy.ts';
import { expectSuccess, answering, runCli } from '../../../support/cliRun.ts';
import { fakeAgents } from '../../../fakeAgents/fakeAgents.ts';
import { withHookedAgent } from '../../../support/hookedAgent.ts';
import { homeVariables } from '../../../support/homeVariables.ts';
import { put as putFile } from '../../../support/tempFolder.ts';

const allowAll = JSON.stringify({ version: 1, allowPaths: ['**'] });
const leak = `token = "${secret}"`;

const put = (path: string, text = leak): string => putFile(path, text);

/** Whether each way by which a file reaches the model is refused; at least one message of the refusals. */
async function ask({ fire }: HookedProject, path: string): Promise<{ passes: boolean[]; message: string }> {
  const tool = await fire('preToolUse', { tool_name: 'Read', tool_input: { file_path: path } });
  const text = await fire('beforeReadFile', { file_path: path, content: leak });
  const prompt = await fire('beforeSubmitPrompt', { prompt: 'look', attachments: [{ file_path: path }] });
  const all = [tool, text, prompt];
  return {
    passes: all.map(({ passes }) => passes),
    message: all.flatMap(({ messages }) => messages)[0] ?? '',
  };
}

const refused = [false, false, false];
const allowed = [true, true, true];

describe('the policy of a repository', () => {
  it('allows nothing until the user agrees to it, and the refusal says how to agree [R5]', () =>
    withHooks(async (fixture) => {
      const { home, project, write } = fixture;
      write('.service/secrets.json', allowAll);
      const file = put(join(project, 'a.txt'));
      const { passes, message } = await ask(fixture, file);
      assert.deepEqual(passes, refused);
      assert.match(message, /secrets\.json would allow it, but no user has agreed/);
      assert.match(message, /service-cli policy trust/);
      await agreeToPolicy(home, project);
      assert.deepEqual((await ask(fixture, file)).passes, allowed);
    }));

  it('allows nothing by a comment in a file, until the user allows the value of that line [A4]', () =>
    withHooks(async (fixture) => {
      const { home, project, fire } = fixture;
      const commented = `${leak} # service:allow-secret\n`;
      const file = put(join(project, 'a.txt'), commented);
      const { passes, message } = await ask(fixture, file);
      assert.deepEqual(passes, refused);
      // The path of this project cannot be quoted for cmd and PowerShell.
      const place = process.platform === 'win32' ? /policy allow FILE:1/ : /policy allow [\s\S]*a\.txt:1/;
      assert.match(message, /the user can allow it in a terminal: service-cli policy allow/);
      assert.match(message, place);
      assert.equal((await fire('beforeShellExecution', { command: 'cat a.txt' })).passes, false);
      assert.equal((await fire('beforeSubmitPrompt', { prompt: commented })).passes, false);
      expectSuccess(
        await runCli(['policy', 'allow', `${file}:1`], {
          rows: [policyCommand],
          cwd: project,
          env: homeVariables(home),
          prompts: answering({ agree: () => Promise.resolve(true) }),
        }),
      );
      assert.deepEqual((await ask(fixture, file)).passes, allowed);
      put(file, `\n\n${leak}\n`);
      assert.deepEqual((await ask(fixture, file)).passes, allowed);
      assert.deepEqual((await ask(fixture, put(join(project, 'b.txt')))).passes, refused);
    }));

  it('masks what only its own rules find in an output', () => {
    const claude = fakeAgents.find(({ id }) => id === 'claude');
    assert.ok(claude);
    return withHookedAgent(claude, async ({ ask, project, write }) => {
      const rules = [{ id: 'acme', pattern: 'acme_[0-9a-f]{8}' }];
      write('.service/secrets.json', JSON.stringify({ version: 1, rules }));
      const { output } = claude.cases;
      assert.ok(output);
      const { replacement } = await ask(output(project, 'key: acme_0123abcd'));
      assert.match(JSON.stringify(replacement), /key: ‹hidden by service-cli: project\/acme #\d+/);
      assert.doesNotMatch(JSON.stringify(replacement), /acme_0123abcd/);
    });
  });

  it('allows nothing after a change until the user agrees again, nor for another folder with the same text [R5]', () =>
    withHooks(async (fixture) => {
      const { home, project, write } = fixture;
      write('.service/secrets.json', allowAll);
      await agreeToPolicy(home, project);
      put(join(project, 'sub/.service/secrets.json'), allowAll);
      assert.deepEqual((await ask(fixture, put(join(project, 'sub/a.txt')))).passes, refused);
      write('.service/secrets.json', `${allowAll}\n`);
      assert.deepEqual((await ask(fixture, put(join(project, 'a.txt')))).passes, refused);
    }));

  it('does not count outside of it: behind links, above it, or in another repository inside [R5]', () =>
    withHooks(async (fixture) => {
      const { home, project, write } = fixture;
      write('.service/secrets.json', allowAll);
      await agreeToPolicy(home, project);
      const outside = put(join(home, '.aws/credentials'));
      symlinkSync(outside, join(project, 'settings.ini'));
      symlinkSync(dirname(outside), join(project, 'conf'));
      put(join(project, 'vendor/lib/.git/HEAD'), '');
      for (const path of [
        outside,
        join(project, 'settings.ini'),
        join(project, 'conf/credentials'),
        `${project}/../home/.aws/credentials`,
        put(join(project, 'vendor/lib/a.txt')),
      ])
        assert.deepEqual((await ask(fixture, path)).passes, refused, path);
    }));

  it('is refused where it is a link, even to a policy that the user agreed to [R5]', () =>
    withHooks(async (fixture) => {
      const { home, project, write } = fixture;
      write('.service/secrets.json', allowAll);
      await agreeToPolicy(home, project);
      write('other.json', allowAll);
      unlinkSync(join(project, '.service/secrets.json'));
      symlinkSync('../other.json', join(project, '.service/secrets.json'));
      const { passes, message } = await ask(fixture, put(join(project, 'a.txt')));
      assert.deepEqual([passes, message.includes('cannot be used')], [refused, true], message);
    }));

  it('does not count above a repository, nor where another user can write it [U1]', () =>
    withHooks(async (fixture) => {
      const { home, project } = fixture;
      const parent = dirname(project);
      put(join(parent, '.service/secrets.json'), allowAll);
      await agreeToPolicy(home, parent);
      const file = put(join(project, 'a.txt'));
      assert.deepEqual((await ask(fixture, file)).passes, refused);
      if (process.getuid?.() !== 0) return;
      const policy = put(join(project, '.service/secrets.json'), allowAll);
      await agreeToPolicy(home, project);
      assert.deepEqual((await ask(fixture, file)).passes, allowed);
      chownSync(policy, 1234, 1234);
      const { passes, message } = await ask(fixture, file);
      assert.deepEqual([passes, message.includes('other users can write there')], [refused, true], message);
      chownSync(policy, 0, 0);
      chownSync(project, 1234, 1234);
      chmodSync(project, 0o777);
      assert.deepEqual((await ask(fixture, file)).passes, refused);
    }));

  it('counts for nothing where the file of consents is damaged', () =>
    withHooks(async (fixture) => {
      const { home, project, write } = fixture;
      write('.service/secrets.json', allowAll);
      await agreeToPolicy(home, project);
      const consents = join(home, '.service/service-cli/policies.json');
      writeFileSync(consents, readFileSync(consents, 'utf8').slice(0, -5));
      assert.deepEqual((await ask(fixture, put(join(project, 'a.txt')))).passes, refused);
    }));
});
