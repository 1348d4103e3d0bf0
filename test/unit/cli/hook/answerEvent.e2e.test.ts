import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '../../../../src/agents/protocol.ts';
import { fakeAgents } from '../../../fakeAgents/fakeAgents.ts';
import type { CaseName } from '../../../fakeAgents/fakeAgent.ts';
import { githubToken } from '../../../support/madeSecrets.ts';
import { homeVariables } from '../../../support/homeVariables.ts';
import { eachFolder, put } from '../../../support/tempFolder.ts';

const program = join(import.meta.dirname, 'answersEvent.ts');
const leak = `TOKEN=${githubToken(1)}`;
const hidden = 'Be kind.\u{E0041}\u{E0042}';

interface AskOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

describe('the answer of a hook', () => {
  let folder: string;
  let project: string;
  let elsewhere: string;
  let state: string;
  eachFolder((made) => {
    folder = made;
    project = join(folder, 'project');
    elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere);
    state = join(folder, '.service/service-cli/state.json');
    put(state, '{"login":{"storedIn":"file"}}');
    put(join(project, 'a.txt'), 'clean');
  });

  const ask = (
    agent: string,
    event: string,
    request: object | Buffer,
    { env, cwd }: AskOptions = {},
  ): Answer => {
    const { stdout } = spawnSync(process.execPath, [program, agent, event], {
      encoding: 'utf8',
      cwd: cwd ?? elsewhere,
      input: Buffer.isBuffer(request) ? request : JSON.stringify(request),
      env: { PATH: process.env.PATH, ...homeVariables(folder), ...env },
    });
    return JSON.parse(stdout) as Answer;
  };
  /** Asks about a recorded request of an agent. */
  const askCase = (id: string, name: CaseName, subject: string, options: AskOptions = {}): Answer => {
    const agent = fakeAgents.find((one) => one.id === id) ?? assert.fail(id);
    const { event, request } = agent.cases[name]?.(project, subject) ?? assert.fail(name);
    return ask(id, event, request, { ...options, env: { ...agent.env?.(project), ...options.env } });
  };
  const prompt = (env: NodeJS.ProcessEnv = {}): Answer =>
    ask('cursor', 'beforeSubmitPrompt', { prompt: 'hello', workspace_roots: [project] }, { env });
  const allowsPrompt = JSON.stringify({ continue: true });
  const reasonOf = ({ stdout }: Answer): unknown =>
    (JSON.parse(stdout) as Record<string, unknown>).user_message;

  describe('depends on the login', () => {
    const notLoggedIn =
      'Blocked: the secrets hook is inactive. You are not logged in. Run: service-cli auth login';

    it('which is the marker in the state file, also after a byte order mark', () => {
      for (const text of ['{"login":{"storedIn":"file"}}', '\uFEFF{"login":{"storedIn":"keyring"}}']) {
        put(state, text);
        assert.equal(prompt().stdout.trim(), allowsPrompt, text);
      }
      for (const text of ['null', '[]', '{}', '{"login":null}', '{"login":"file"}', '{"login":{}}']) {
        put(state, text);
        assert.equal(reasonOf(prompt()), notLoggedIn, text);
      }
      rmSync(state);
      assert.equal(reasonOf(prompt()), notLoggedIn);
    });

    it('which is also a token in the environment, whatever the state file contains', () => {
      put(state, '{');
      assert.equal(prompt({ SERVICE_TOKEN: 'squ_x' }).stdout.trim(), allowsPrompt);
      rmSync(state);
      assert.equal(reasonOf(prompt({ SERVICE_TOKEN: '' })), notLoggedIn);
    });

    it('and is a denial if the state file is damaged or a pipe', () => {
      const reason = `Blocked: the secrets hook is inactive. ${state} cannot be read. Run: service-cli system status`;
      put(state, '{');
      assert.equal(reasonOf(prompt()), reason);
      if (process.platform === 'win32') return;
      rmSync(state);
      execFileSync('mkfifo', [state]);
      assert.equal(reasonOf(prompt()), reason);
    });
  });

  it('is a denial when any folder of the workspace has the home, also one that is no checkout', () => {
    const second = join(folder, 'second');
    put(join(second, '.x/service-cli/state.json'), '{"login":{"storedIn":"file"}}');
    const workspace = { prompt: 'hello', workspace_roots: [project, second] };
    const env = { SERVICE_HOME: join(second, '.x') };
    const reason = reasonOf(ask('cursor', 'beforeSubmitPrompt', workspace, { env }));
    assert.match(
      String(reason),
      /second[\\/]\.x cannot hold the files of service-cli: it is inside the project/,
    );
    assert.equal(prompt(env).stdout.trim(), allowsPrompt);
  });

  it('is a denial for an event or an agent that it does not know', () => {
    for (const [agent, event] of [
      ['cursor', 'unknown'],
      ['unknown', 'preToolUse'],
      ['constructor', 'toString'],
    ] as const) {
      const answer = ask(agent, event, { prompt: 'hello' });
      assert.equal(answer.exitCode, 2);
      assert.equal(reasonOf(answer), 'Blocked: the secrets hook failed. Run: service-cli system status');
    }
  });

  it('applies the rules of the folder that the agent names in its environment, or runs its hooks in', () => {
    const rules = [{ id: 'acme', pattern: 'acme_[0-9a-f]{8}' }];
    put(join(project, '.service/secrets.json'), JSON.stringify({ version: 1, rules }));
    const request = { prompt: 'Use acme_0123abcd.' };
    const inFolder = ask('claude', 'UserPromptSubmit', request, { env: { CLAUDE_PROJECT_DIR: project } });
    assert.match(inFolder.stdout, /project\/acme/);
    assert.doesNotMatch(ask('claude', 'UserPromptSubmit', request, { cwd: project }).stdout, /acme/);
    assert.match(askCase('windsurf', 'prompt', 'Use acme_0123abcd.', { cwd: project }).stderr ?? '', /acme/);
    assert.equal(askCase('windsurf', 'prompt', 'Use acme_0123abcd.').exitCode, 0);
  });

  it('finds files below the home of the user', () => {
    put(join(folder, 'secret.txt'), leak);
    const read = {
      tool_name: 'Read',
      tool_input: { file_path: join(project, 'a.txt'), other: '~/secret.txt' },
    };
    assert.match(String(reasonOf(ask('cursor', 'preToolUse', read))), /secret\.txt contains a secret/);
  });

  it('replaces the secrets of an output, and keeps its other texts and its structure', () => {
    const request = {
      tool_name: 'Bash',
      tool_input: {},
      tool_response: { stdout: leak, stderr: 'clean', hidden, code: 0, values: { [leak]: 1 } },
    };
    const answer = JSON.parse(ask('claude', 'PostToolUse', request).stdout) as {
      hookSpecificOutput: { updatedToolOutput: Record<string, unknown> };
    };
    const { stdout, values, ...others } = answer.hookSpecificOutput.updatedToolOutput;
    assert.match(
      String(stdout),
      /^TOKEN=‹hidden by service-cli: github-token #\d+, unchanged at its source›$/,
    );
    assert.deepEqual(values, { [String(stdout)]: 1 });
    assert.deepEqual(others, { stderr: 'clean', hidden, code: 0 });
  });

  it('comes with the rules and the file that it is about, without a value', () => {
    const about = (path: string): Answer['cause'] =>
      ask('cursor', 'preToolUse', { tool_name: 'Read', tool_input: { path }, workspace_roots: [project] })
        .cause;
    const path = join(project, 'secret.txt');
    put(path, leak);
    assert.deepEqual(about(path), { rules: ['github-token'], path });
    const named = join(project, `${githubToken(2)}.txt`);
    put(named, leak);
    assert.deepEqual(about(named), { rules: ['github-token'] });
    assert.equal(about(join(project, 'a.txt')), undefined);
    const request = { tool_name: 'Bash', tool_input: {}, tool_response: { stdout: leak } };
    assert.deepEqual(ask('claude', 'PostToolUse', request).cause, { rules: ['github-token'] });
    const refused = ask('cursor', 'preToolUse', Buffer.from('{'));
    assert.equal(refused.cause, undefined);
  });

  it('withholds an output as a whole when the request or the policy cannot be read', () => {
    const broken = ask('claude', 'PostToolUse', Buffer.from('{"tool_response":"\xE9"}', 'latin1'));
    assert.match(broken.stdout, /"updatedToolOutput":"Blocked: the secrets hook cannot read/);
    put(join(project, '.service/secrets.json'), '{"rules":');
    const unusable = askCase('claude', 'output', 'clean');
    assert.match(unusable.stdout, /secrets\.json cannot be used/);
    assert.doesNotMatch(unusable.stdout, /clean"/);
  });
});
