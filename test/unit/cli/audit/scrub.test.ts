import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, linkSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { untilInterrupted } from '../../../../src/cli/interrupted.ts';
import { scrubFile } from '../../../../src/cli/audit/scrubFile.ts';
import { scrubber } from '../../../../src/cli/audit/scrubText.ts';
import { expectSuccess, answering } from '../../../support/cliRun.ts';
import { homeVariables } from '../../../support/homeVariables.ts';
import { githubToken, privateKeyBlock, randomText } from '../../../support/madeSecrets.ts';
import { eachAuditedHome } from './auditedHome.ts';
import { modeHere } from '../../../support/modeHere.ts';

const token = githubToken(3);
const password = `${randomText(9, 1)}"\\${randomText(9, 2)}`;

const session = '.codex/sessions/2026/11/25/rollout-a.jsonl';
const line = (output: string): string =>
  `{"timestamp": "2026-11-25T02:00:00Z", "n": 1.0, "payload":{"output":${JSON.stringify(output)}}}\n`;
/** Starts a program with the name of an agent. The caller ends it. */
async function startAgent(folder: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => 0, 9e6)'], {
    argv0: 'codex',
    env: homeVariables(folder),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  return child;
}

describe('service-cli agents audit --scrub', () => {
  const { inHome, put, audit, auditWith, scrub } = eachAuditedHome();

  it('removes each secret and changes nothing else in JSON lines', async () => {
    const nested = JSON.stringify({ cmd: `export GITHUB_TOKEN=${token}`, n: [1, 'é'] });
    const before = `${line('ä')}\r\n${line(`a\nGITHUB_TOKEN=${token}\n`)}${line(nested)}{"cut":"GITHUB_TOKEN=${token}`;
    const file = put(session, before);
    chmodSync(file, 0o640);
    const run = expectSuccess(await scrub());
    assert.match(run.stderr, /^To change: .*rollout-a\.jsonl: 1 secret$/m);
    const after = readFileSync(file, 'utf8');
    assert.equal(after, before.replaceAll(token, '[removed by service-cli: github-token]'));
    assert.equal(lstatSync(file).mode & 0o777, modeHere(0o640));
    assert.deepEqual(readdirSync(dirname(file)), ['rollout-a.jsonl']);
    const again = await audit();
    assert.equal(again.exitCode, 0, again.stdout);
  });

  it('keeps bytes of a history that are not UTF-8', async () => {
    const before = Buffer.concat([Buffer.from([0x83, 0xa4, 10]), Buffer.from(`export TOKEN=${token}\nls\n`)]);
    const file = put('.zsh_history', before);
    assert.equal((await scrub()).exitCode, 0);
    const text = before.toString('latin1').replace(token, '[removed by service-cli: github-token]');
    assert.equal(readFileSync(file).toString('latin1'), text);
  });

  it('removes a secret over several lines from a history', async () => {
    const file = put('.bash_history', `ls\ncat > key <<E\n${privateKeyBlock(1)}\nE\nexport TOKEN=${token}\n`);
    expectSuccess(await scrub());
    const [key, short] = ['private-key', 'github-token'].map((rule) => `[removed by service-cli: ${rule}]`);
    assert.equal(readFileSync(file, 'utf8'), `ls\ncat > key <<E\n${key}\nE\nexport TOKEN=${short}\n`);
  });

  it('cuts a file into pieces between lines, and not in a key over several lines', () => {
    const value = privateKeyBlock(1);
    const { scrub, endOfPiece } = scrubber([{ value, rule: 'private-key' }]);
    const all = Buffer.from(`ls\n\necho '${value}'\nls\n${value}\n`);
    for (let length = 0; length <= all.length; length++) {
      const end = endOfPiece(all.subarray(0, length));
      assert.ok(end === 0 || (end <= length && all[end - 1] === 10));
      const pieces = [all.subarray(0, end), all.subarray(end)].map((piece) => scrub(piece).toString());
      assert.equal(pieces.join(''), scrub(all).toString());
    }
  });

  it('removes keys over several lines from a large history', async () => {
    const text = 'ls -la\n'.repeat(30_000);
    const keys = Array.from({ length: 12 }, (_, index) => privateKeyBlock(index * 20));
    const file = put('.bash_history', `${keys.map((key) => `${text}echo '${key}'\n`).join('')}${text}`);
    expectSuccess(await scrub());
    const removed = `${text}echo '[removed by service-cli: private-key]'\n`;
    assert.equal(readFileSync(file, 'utf8'), removed.repeat(keys.length) + text);
  });

  it('keeps a large JSON document a document', async () => {
    const messages = (secret: string): object[] =>
      Array.from({ length: 4_000 }, (_, index) => ({
        content: `${'ä "word" \\ '.repeat(40)}${index % 100 === 7 ? `TOKEN=${secret}` : ''}`,
      }));
    const file = put('.gemini/tmp/a/chats/b.json', JSON.stringify({ messages: messages(token) }, null, 2));
    expectSuccess(await scrub());
    const after: unknown = JSON.parse(readFileSync(file, 'utf8'));
    assert.deepEqual(after, { messages: messages('[removed by service-cli: github-token]') });
  });

  it('changes nothing after a no, without a terminal, and in settings that the agent needs', async () => {
    const file = put(session, line(`GITHUB_TOKEN=${token}`));
    const settings = put('.cursor/mcp.json', JSON.stringify({ env: { TOKEN: token } }));
    const before = [readFileSync(file, 'utf8'), readFileSync(settings, 'utf8')];
    assert.equal((await scrub({ agrees: false })).exitCode, 51);
    const { exitCode } = await audit('--scrub');
    assert.equal(exitCode, 2);
    assert.equal(readFileSync(file, 'utf8'), before[0]);
    const run = await scrub();
    assert.equal(run.exitCode, 51);
    assert.match(run.stderr, /Stays: .*mcp\.json: 1 secret: the agent needs it/);
    assert.equal(readFileSync(settings, 'utf8'), before[1]);
  });

  it('keeps a file that changed since it was read, or has a second name', async () => {
    const changed = put(session, line(`GITHUB_TOKEN=${token}`));
    const linked = put('.bash_history', `export GITHUB_TOKEN=${token}\n`);
    linkSync(linked, inHome('second'));
    const run = await scrub({
      meanwhile() {
        appendFileSync(changed, line('more'));
      },
    });
    assert.equal(run.exitCode, 1);
    assert.match(run.stderr, /rollout-a\.jsonl changed since it was read/);
    assert.match(run.stderr, /\.bash_history has several names/);
    assert.equal(readFileSync(changed, 'utf8'), line(`GITHUB_TOKEN=${token}`) + line('more'));
    assert.ok(readFileSync(linked, 'utf8').includes(token));
  });

  it('keeps a file that changes while it is scrubbed', async () => {
    const path = put(session, line('first'));
    const identity = lstatSync(path, { bigint: true });
    const scrub = (bytes: Buffer): Buffer => {
      appendFileSync(path, line('more'));
      return bytes.subarray(1);
    };
    await assert.rejects(
      scrubFile(inHome(), { path, identity }, { ...scrubber([]), scrub }),
      /changed since it was read/,
    );
    assert.match(readFileSync(path, 'utf8'), /first.*\n.*more/);
    assert.deepEqual(readdirSync(dirname(path)), ['rollout-a.jsonl']);
  });

  it('leaves the old file when it is interrupted between two lines', async () => {
    const before = line('first') + line('second') + line('third');
    const path = put(session, before);
    const identity = lstatSync(path, { bigint: true });
    let written = 0;
    const change = (stop: AbortSignal): Promise<void> => {
      const scrub = (bytes: Buffer): Buffer => {
        // Not SIGINT, which also ends the test runner.
        if (++written === 2) process.emit('SIGTERM', 'SIGTERM');
        return bytes;
      };
      return scrubFile(inHome(), { path, identity }, { ...scrubber([]), scrub }, stop);
    };
    await assert.rejects(untilInterrupted(change), { name: 'AbortError' });
    assert.equal(written, 2);
    assert.equal(readFileSync(path, 'utf8'), before);
    assert.deepEqual(readdirSync(dirname(path)), ['rollout-a.jsonl']);
  });

  it('ends with 130 when it is interrupted, and leaves the old file', async () => {
    const before = line('ls').repeat(5_000) + line(`GITHUB_TOKEN=${token}`);
    const file = put(session, before);
    const run = await auditWith(
      {
        prompts: answering({ agree: () => Promise.resolve(true) }),
        onTalk(text) {
          // Not SIGINT, which also ends the test runner.
          if (text.includes('⠋ Removing')) process.emit('SIGTERM', 'SIGTERM');
        },
      },
      '--scrub',
    );
    assert.equal(run.exitCode, 130, run.stderr);
    assert.match(run.stderr, /Interrupted: changed 0 of 1 file\.$/m);
    assert.equal(readFileSync(file, 'utf8'), before);
    assert.deepEqual(readdirSync(dirname(file)), ['rollout-a.jsonl']);
  });

  it('refuses while the agent runs, also when it starts during the question', async function () {
    if (process.platform !== 'linux') this.skip();
    const file = put(session, line(`GITHUB_TOKEN=${token}`));
    const agents: ChildProcess[] = [];
    const start = async (): Promise<void> => {
      agents.push(await startAgent(inHome()));
    };
    try {
      for (const meanwhile of [start, undefined]) {
        const run = await scrub({ meanwhile });
        assert.equal(run.exitCode, 1);
        assert.match(run.stderr, /codex runs\. Nothing was changed\./);
      }
    } finally {
      for (const agent of agents) {
        const ended = once(agent, 'exit');
        agent.kill('SIGKILL');
        await ended;
      }
    }
    assert.ok(readFileSync(file, 'utf8').includes(token));
    assert.equal((await scrub()).exitCode, 0);
  });
});

describe('the text without secrets', () => {
  const scrub = (text: string, value: string): string =>
    scrubber([{ value, rule: 'generic-password' }])
      .scrub(Buffer.from(text))
      .toString();

  it('stays JSON with the same structure, whatever the value and however deep it is', () => {
    const values = [token, password, 'nul1234567', 'u0041bcdefg', '"},{"a":"', '\\\\\\\\\\\\\\\\'];
    for (const value of values) {
      const inner = JSON.stringify({
        text: `${value} A ${value}\n${value.slice(1)}`,
        [value]: [value, 'null', 1.5],
      });
      const document = JSON.stringify({ inner, list: [value, inner, { deeper: JSON.stringify([inner]) }] });
      const after = scrub(document, value);
      const parsed = JSON.parse(after) as { inner: string; list: [string, string, { deeper: string }] };
      assert.equal(parsed.list[0], '[removed by service-cli: generic-password]');
      assert.deepEqual(JSON.parse(parsed.inner), JSON.parse(parsed.list[1]));
      const deepest = (JSON.parse(parsed.list[2].deeper) as [string])[0];
      const { text, ...named } = JSON.parse(deepest) as { text: string };
      const placeholder = '[removed by service-cli: generic-password]';
      assert.equal(text, `${placeholder} A ${placeholder}\n${value.slice(1)}`);
      assert.deepEqual(named, { [placeholder]: [placeholder, 'null', 1.5] });
    }
  });
});

/** Loaded before the program: the process kills itself before one of its changes of files. */
const killer = `
const fs = require('node:fs');
let left = Number(process.env.STEPS);
for (const name of ['writeFileSync', 'fchmodSync', 'futimesSync', 'fsyncSync', 'renameSync', 'closeSync', 'rmSync']) {
  const original = fs[name];
  fs[name] = (...args) => {
    if (process.argv[1] === 'scrub' && left-- === 0) process.kill(process.pid, 'SIGKILL');
    return original(...args);
  };
}
require('node:module').syncBuiltinESMExports();
`;

describe('a scrub that is killed', () => {
  const { inHome, put, scrub } = eachAuditedHome();

  it('leaves the old file or the new one, and the next run clears what it left', async () => {
    const preload = put('killer.cjs', killer);
    const old = line('first') + line(`GITHUB_TOKEN=${token}`) + line('last');
    const fresh = old.replace(token, '[removed by service-cli: github-token]');
    const module = (name: string): string =>
      JSON.stringify(new URL(`../../../../src/cli/audit/${name}.ts`, import.meta.url).href);
    const code = `
        const { scrubFile } = await import(${module('scrubFile')});
        const { scrubber } = await import(${module('scrubText')});
        const { lstatSync } = await import('node:fs');
        const [path, home, value] = process.argv.slice(2);
        process.argv[1] = 'scrub';
        await scrubFile(home, { path, identity: lstatSync(path, { bigint: true }) }, scrubber([{ value, rule: 'github-token' }]));
        process.argv[1] = '';`;
    const results: string[] = [];
    let isKilled = true;
    for (let steps = 0; isKilled; steps++) {
      const file = put(session, old);
      const node = ['--require', preload, '--input-type=module', '-e', code, '--'];
      const args = [...node, 'x', file, inHome(), token];
      const child = spawn(process.execPath, args, {
        env: { ...process.env, STEPS: String(steps) },
        stdio: 'ignore',
      });
      const [exitCode] = (await once(child, 'exit')) as [number | null];
      // Windows has no signals: a process that kills itself ends with 1.
      isKilled = exitCode === (process.platform === 'win32' ? 1 : null);
      if (!isKilled) assert.equal(exitCode, 0);
      results.push(readFileSync(file, 'utf8') === old ? 'old' : 'new');
      assert.ok([old, fresh].includes(readFileSync(file, 'utf8')));
    }
    // Before each of the writes, and after the rename.
    assert.match(results.join(' '), /^(?:old ){6,}(?:new ?){2,}$/);
    put(session, old);
    put(`${session}.service-cli`, line('half'));
    assert.equal((await scrub()).exitCode, 0);
    assert.deepEqual(readdirSync(dirname(inHome(session))), ['rollout-a.jsonl']);
  });
});
