import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cursorProtocol } from '../../../src/agents/cursor/protocol.ts';
import { appendDecision } from '../../../src/cli/decisionRecord.ts';
import { noteCall } from '../../../src/cli/hook/lastCall.ts';
import { weekOfDecisions, wordsOfWeek } from '../../../src/cli/integrate/status/hookNotes.ts';
import { serviceHome } from '../../../src/node/files/serviceHome.ts';
import { eachFolder, put } from '../../support/tempFolder.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const noon = Date.parse('2026-11-28T12:00:00Z');
const line = { at: noon, agent: 'cursor', event: 'preToolUse', answer: 'denied' } as const;

describe('the record of decisions', () => {
  let env: NodeJS.ProcessEnv;
  let folder: string;
  eachFolder((home) => {
    env = { SERVICE_HOME: home };
    folder = serviceHome(env).decisions;
  });

  const append = (at = noon, rule = 'github-token', path?: string): void =>
    appendDecision(folder, { ...line, at }, { rules: [rule], path });
  const today = (): string => join(folder, '2026-11-28.jsonl');
  const week = (now = noon) => weekOfDecisions(serviceHome(env), now).get('cursor');
  const denied = {
    ...cursorProtocol.deny('permission', 'It contains a secret.'),
    cause: { rules: ['a-rule'] },
  };

  it('has a line for what a hook denied or masked, and none for what it allowed', () => {
    noteCall('cursor', 'preToolUse', denied, env);
    noteCall('cursor', 'preToolUse', cursorProtocol.allow('permission'), env);
    noteCall('cursor', 'postToolUse', { ...cursorProtocol.allow('output'), isMasked: true }, env);
    assert.deepEqual(week(Date.now()), { denied: 1, masked: 1, rules: ['a-rule'], files: [] });
    noteCall('cursor', 'preToolUse', denied, { ...env, SERVICE_HOOK_CHECK: '1' });
    assert.equal(week(Date.now())?.denied, 1);
  });

  it('counts the last seven days, with the rules by frequency and the files from new to old', () => {
    append(noon - 8 * dayMs, 'old', '/old');
    append(noon - 2 * dayMs, 'a', '/one');
    append(noon - dayMs, 'b', '/two');
    append(noon, 'b', '/one');
    const found = week() ?? assert.fail();
    assert.deepEqual(found, { denied: 3, masked: 0, rules: ['b', 'a'], files: ['/one', '/two'] });
    const words = 'in the last seven days: 3 denied, 0 masked; found: b, a; in /one, /two';
    assert.equal(wordsOfWeek(found), words);
  });

  it('can be read by the user alone', function () {
    if (process.platform === 'win32') this.skip();
    append();
    assert.deepEqual([statSync(folder).mode & 0o777, statSync(today()).mode & 0o777], [0o700, 0o600]);
  });

  it('loses no line after one that a killed process did not finish', () => {
    append();
    appendFileSync(today(), '{"at":179');
    append();
    append();
    assert.equal(week()?.denied, 3);
  });

  it('starts another file for a large one, and keeps both', () => {
    append();
    appendFileSync(today(), `${' '.repeat(256 * 1024)}\n`);
    append();
    append();
    assert.equal(readdirSync(folder).length, 2);
    assert.equal(week()?.denied, 3);
  });

  it('loses no line when several hooks write at once while a file becomes large', async () => {
    const module = JSON.stringify(new URL('../../../src/cli/decisionRecord.ts', import.meta.url));
    const cause = JSON.stringify({ rules: ['x'.repeat(1_000)] });
    const code = `import(${module}).then(({ appendDecision }) => {
      for (let count = 0; count < 150; count++)
        appendDecision(${JSON.stringify(folder)}, { ...${JSON.stringify(line)}, at: ${noon} + count }, ${cause});
    })`;
    const write = () => promisify(execFile)(process.execPath, ['-e', code]);
    await Promise.all([write(), write(), write()]);
    assert.ok(readdirSync(folder).length > 1);
    assert.equal(week(noon + 1_000)?.denied, 450);
  });

  it('is removed after 30 days, and leaves the files of others', () => {
    append(noon - 31 * dayMs);
    append(noon - 29 * dayMs);
    writeFileSync(join(folder, 'notes.txt'), '');
    append();
    assert.deepEqual(readdirSync(folder).sort(), ['2026-10-30.jsonl', '2026-11-28.jsonl', 'notes.txt']);
  });

  it('is written to no link, pipe, file with another name or file of another user', function () {
    if (process.platform === 'win32') this.skip();
    mkdirSync(folder, { recursive: true });
    const target = join(folder, 'target');
    writeFileSync(target, 'kept');
    const refuses = (): void => {
      assert.throws(() => append());
      assert.equal(readFileSync(target, 'utf8'), 'kept');
      rmSync(today());
    };
    symlinkSync('target', today());
    refuses();
    linkSync(target, today());
    refuses();
    execFileSync('mkfifo', [today()]);
    assert.throws(() => append());
    assert.ok(lstatSync(today()).isFIFO());
    if (process.getuid?.() !== 0) return;
    rmSync(today());
    writeFileSync(today(), '');
    chownSync(today(), 12_345, 12_345);
    refuses();
  });

  it('changes no answer and no note of the last call where it cannot be written', () => {
    put(folder, 'a file');
    noteCall('cursor', 'preToolUse', denied, env);
    assert.equal(readFileSync(folder, 'utf8'), 'a file');
    assert.deepEqual(readdirSync(serviceHome(env).calls), ['cursor preToolUse.json']);
    assert.equal(week(), undefined);
  });

  it('shows no lines of a link, and none in another form', () => {
    append();
    appendFileSync(today(), '{"at":"x"}\nnull\n\u0000\n');
    if (process.platform !== 'win32') symlinkSync(today(), join(folder, '2026-11-27.jsonl'));
    assert.equal(week()?.denied, 1);
  });
});
