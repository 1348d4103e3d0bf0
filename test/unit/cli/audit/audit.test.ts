import assert from 'node:assert/strict';
import { symlinkSync, utimesSync } from 'node:fs';
import type { AuditedSecret } from '../../../../src/cli/audit/auditAgents.ts';
import { describeRule } from '../../../../src/secrets/describeRule.ts';
import { recordsOf } from '../../../../src/cli/audit/records.ts';
import { answering, type CliRun, linesOf } from '../../../support/cliRun.ts';
import { homeVariables } from '../../../support/homeVariables.ts';
import { jsonLines as lines, storedAt as at, storeOutputs } from '../../../support/agentStores.ts';
import { githubToken, npmToken, randomText } from '../../../support/madeSecrets.ts';
import { eachAuditedHome } from './auditedHome.ts';

const secretsOf = (run: CliRun) => linesOf(run) as unknown as AuditedSecret[];
/** Those whose records have no dates. */
const undated = ['cursor', 'shell'];

describe('service-cli agents audit', () => {
  const { inHome, put, audit, auditWith } = eachAuditedHome();

  for (const [agent, write] of Object.entries(storeOutputs))
    it(`finds every planted secret in what ${agent} has stored, and nothing else`, async () => {
      const planted = Array.from({ length: 20 }, (_, index) => [
        ['github-token', `remote: https://x:${githubToken(index)}@github.com/acme/shop.git`],
        ['npm-token', `//registry.npmjs.org/:_authToken=npm_${npmToken(index)}`],
        ['generic-password', `line 1\nDB_PASSWORD=${randomText(20, index)}\nPORT=3000`],
        ['url-password', `DATABASE_URL=postgres://app:${randomText(18, index)}@db.acme.dev/app`],
      ]).flat();
      const ordinary = Array.from(
        { length: 80 },
        (_, index) => `> build ${index}\nNODE_ENV=production\nok ${'a1b2c3d4'.repeat(5)}`,
      );
      write(put, [...planted.map(([, output = '']) => output), ...ordinary]);
      const run = await audit();
      assert.equal(run.exitCode, 51, run.stderr);
      const secrets = secretsOf(run);
      const dateOf = (date: string): string => (undated.includes(agent) ? '' : date);
      assert.deepEqual(
        secrets.map((secret) => `${secret.agent} ${secret.rule} ${dateOf(secret.first)}`).sort(),
        planted.map(([rule], index) => `${agent} ${rule} ${dateOf(at(index % 60))}`).sort(),
      );
    });

  it('prints neither values nor parts of them [A12]', async () => {
    const tokens = [githubToken(1), githubToken(2)];
    for (const write of Object.values(storeOutputs))
      write(
        put,
        tokens.map((token) => `token=${token}`),
      );
    const run = await audit();
    assert.equal(secretsOf(run).length, 12);
    for (const token of tokens) assert.ok(!(run.stdout + run.stderr).includes(token.slice(4, 12)));
  });

  it('says when and in which sessions a secret was stored, and the file that it came from', async () => {
    const token = githubToken(3);
    const source = put('shop/.env', `GITHUB_TOKEN=${token}\n`);
    const session = (name: string, minute: number) =>
      put(
        `.codex/sessions/2026/11/25/rollout-${name}.jsonl`,
        lines(
          { timestamp: at(0), type: 'session_meta', payload: { cwd: inHome('shop') } },
          { timestamp: at(minute), payload: { output: `GITHUB_TOKEN=${token}` } },
        ),
      );
    const sessions = [session('a', 30), session('b', 10)];
    assert.deepEqual(secretsOf(await audit()), [
      {
        rule: 'github-token',
        ...describeRule('github-token'),
        agent: 'codex',
        sessions,
        first: at(10),
        last: at(30),
        source,
      },
    ]);
  });

  it('reads tool servers and histories of shells, and no file behind a link', async () => {
    put(
      '.cursor/mcp.json',
      JSON.stringify({ mcpServers: { a: { env: { TOKEN: githubToken(4) } } } }, undefined, 2),
    );
    put('.bash_history', `ls\nexport GITHUB_TOKEN=${githubToken(5)}\n`);
    put('other.txt', `token=${githubToken(6)}`);
    symlinkSync(inHome('other.txt'), inHome('.zsh_history'));
    const found = secretsOf(await audit()).map(({ agent, rule }) => `${agent} ${rule}`);
    assert.deepEqual(found.sort(), ['cursor github-token', 'shell github-token']);
  });

  it('reads the histories of PowerShell, and names the folder of Cursor, where they are on Windows and on Linux', async () => {
    const roaming = 'AppData/Roaming';
    const history = (folder: string, seed: number) =>
      put(
        `${folder}/PSReadLine/${seed === 1 ? 'ConsoleHost' : 'Visual Studio Code Host'}_history.txt`,
        `git push\r\n$env:GH_TOKEN = "${githubToken(seed)}"\r\n`,
      );
    history(`${roaming}/Microsoft/Windows/PowerShell`, 1);
    history('.local/share/powershell', 2);
    put(`${roaming}/Cursor/User/settings.json`, '{}');
    const run = await audit();
    const found = secretsOf(run).map(({ agent, rule }) => `${agent} ${rule}`);
    assert.deepEqual(found, ['shell github-token', 'shell github-token']);
    assert.match(run.stderr, /Not read: cursor, .*AppData.Roaming.Cursor.User/);
  });

  /** Verifies a token in two stores, and a password, which no vendor knows. The network is out of reach. */
  async function verify(agrees: boolean) {
    put('.bash_history', `export GITHUB_TOKEN=${githubToken(8)}\nexport DB_PASSWORD=${randomText(20, 1)}\n`);
    put('.codex/history.jsonl', lines({ text: `GITHUB_TOKEN=${githubToken(8)}` }));
    const questions: string[] = [];
    const confirm = (question: string): Promise<boolean> => {
      questions.push(question);
      return Promise.resolve(agrees);
    };
    const env = { ...homeVariables(inHome()), HTTPS_PROXY: 'http://127.0.0.1:9' };
    return { questions, run: await auditWith({ prompts: answering({ confirm }), env }, '--verify') };
  }

  it('asks once for each token with --verify, and says "unknown" for what no vendor could tell', async () => {
    const { questions, run } = await verify(true);
    assert.deepEqual(questions, ['Send the token to api.github.com to check whether it still works?']);
    const verdicts = linesOf(run).map(({ rule, verdict, reason }) => [rule, verdict, reason !== undefined]);
    assert.deepEqual(verdicts.sort(), [
      ['generic-password', 'unknown', false],
      ['github-token', 'unknown', true],
      ['github-token', 'unknown', true],
    ]);
    assert.ok(!(run.stdout + run.stderr).includes(githubToken(8).slice(4, 12)));
  });

  it('sends nothing with --verify after a no, and without a terminal', async () => {
    assert.match((await verify(false)).run.stderr, /Nothing was sent\.$/m);
    const run = await audit('--verify');
    assert.equal(run.exitCode, 2);
    assert.match(run.stderr, /--verify requires a terminal/);
  });

  it('ends with 130 when it is interrupted, and says what it had read', async () => {
    put('.codex/history.jsonl', lines({ text: 'ls' }).repeat(20_000));
    put('.bash_history', `export GITHUB_TOKEN=${githubToken(5)}\n`);
    let isAsked = false;
    const run = await auditWith(
      {
        prompts: answering({}),
        onTalk() {
          // Not SIGINT, which also ends the test runner.
          if (!isAsked) process.emit('SIGTERM', 'SIGTERM');
          isAsked = true;
        },
      },
      '--since=1d',
    );
    assert.equal(run.exitCode, 130, run.stderr);
    assert.match(run.stderr, /Interrupted: 0 secrets in 0 of 2 files\.$/m);
  });

  it('leaves out what is older than --since', async () => {
    const file = put('.bash_history', `export GITHUB_TOKEN=${githubToken(5)}\n`);
    const before = Date.now() / 1_000 - 3 * 24 * 60 * 60;
    utimesSync(file, before, before);
    const recent = await audit('--since', '4d');
    assert.equal(recent.exitCode, 51);
    assert.match(recent.stderr, /^1 secret in 1 file\.$/m);
    assert.equal((await audit('--since', '48h')).exitCode, 0);
    assert.equal((await audit('--since', 'yesterday')).exitCode, 2);
  });

  it('names what it did not read, and fails only for a file whose format it knows', async () => {
    put('.cursor/chats/a/store.db', '');
    const unknown = await audit();
    assert.equal(unknown.exitCode, 0);
    assert.match(unknown.stderr, /Not read: cursor, \S.*\.cursor[\\/]chats: its format is not known/);
    put('.codex/logs_2.sqlite', 'no database');
    const { stderr, exitCode } = await audit();
    assert.equal(exitCode, 1);
    assert.match(stderr, /Not read: codex, .*logs_2\.sqlite: Could not read/);
    put('.bash_history', `export GITHUB_TOKEN=${githubToken(5)}\n`);
    const found = await audit();
    assert.equal(secretsOf(found).length, 1);
    assert.equal(found.exitCode, 1);
  });

  it('reads a long history in parts, each with the end of the last one', async () => {
    const all = Array.from({ length: 6_000 }, (_, index) => `command ${index}\n`);
    const parts: string[] = [];
    const file = { path: put('.bash_history', all.join('')), format: 'history' } as const;
    for await (const { text } of recordsOf(file, 20_000)) parts.push(text);
    assert.ok(parts.length > 5 && parts.every(({ length }) => length < 21_000));
    const groups = all.slice(0, -20).map((_, index) => all.slice(index, index + 20).join(''));
    assert.ok(groups.every((group) => parts.some((part) => part.includes(group))));
  });

  it('reads a line that was cut while the agent wrote it', async () => {
    put(
      '.claude/projects/p/a.jsonl',
      `${lines({ a: 1 })}{"toolUseResult":{"stdout":"token=${githubToken(7)}`,
    );
    assert.equal(secretsOf(await audit()).length, 1);
  });
});
