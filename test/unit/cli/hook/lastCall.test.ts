import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { claudeProtocol } from '../../../../src/agents/claude/protocol.ts';
import { cursorProtocol } from '../../../../src/agents/cursor/protocol.ts';
import { systemWarning } from '../../../../src/agents/protocol.ts';
import { noteCall } from '../../../../src/cli/hook/lastCall.ts';
import { serviceHome } from '../../../../src/node/files/serviceHome.ts';
import { eachFolder, put } from '../../../support/tempFolder.ts';

describe('noteCall', () => {
  let env: NodeJS.ProcessEnv;
  let calls: string;
  eachFolder((folder) => {
    env = { SERVICE_HOME: folder };
    ({ calls } = serviceHome(env));
  });

  const allowed = cursorProtocol.allow('permission');
  const denied = cursorProtocol.deny('permission', 'It contains a secret.');
  const noteOf = (name: string): { at: number; answer: string } =>
    JSON.parse(readFileSync(join(calls, name), 'utf8')) as { at: number; answer: string };

  it('notes when an event was answered and how, and nothing else', () => {
    const before = Date.now();
    noteCall('cursor', 'preToolUse', denied, env);
    const note = noteOf('cursor preToolUse.json');
    assert.deepEqual(Object.keys(note), ['at', 'answer']);
    assert.equal(note.answer, 'denied');
    assert.ok(before <= note.at && note.at <= Date.now());
    noteCall('cursor', 'preToolUse', allowed, env);
    assert.equal(noteOf('cursor preToolUse.json').answer, 'allowed');
    assert.deepEqual(readdirSync(calls), ['cursor preToolUse.json']);
  });

  it('counts a warning and each start of a session as allowed', () => {
    noteCall('claude', 'PreToolUse', systemWarning('Hidden characters.'), env);
    assert.equal(noteOf('claude PreToolUse.json').answer, 'allowed');
    noteCall('claude', 'SessionStart', claudeProtocol.addContext('About this project'), env);
    assert.equal(noteOf('claude SessionStart.json').answer, 'allowed');
    noteCall('cursor', 'beforeSubmitPrompt', cursorProtocol.allow('prompt'), env);
    assert.equal(noteOf('cursor beforeSubmitPrompt.json').answer, 'allowed');
    noteCall('cursor', 'beforeSubmitPrompt', cursorProtocol.deny('prompt', 'No.'), env);
    assert.equal(noteOf('cursor beforeSubmitPrompt.json').answer, 'denied');
  });

  it('writes no file for unknown names, which may be paths, nor for the check of `system status`', () => {
    noteCall('cursor', '../../x', denied, env);
    noteCall('../x', 'preToolUse', denied, env);
    noteCall('cursor', 'preToolUse', denied, { ...env, SERVICE_HOOK_CHECK: '1' });
    assert.equal(existsSync(calls), false);
    noteCall('cursor', 'preToolUse', denied, { ...env, SERVICE_HOOK_CHECK: '0' });
    assert.equal(existsSync(calls), true);
  });

  it('gives only the user access to the notes', function () {
    if (process.platform === 'win32') this.skip();
    const modeOf = (path: string): number => statSync(path).mode & 0o777;
    for (const event of ['preToolUse', 'beforeReadFile']) {
      noteCall('cursor', event, denied, env);
      assert.deepEqual([modeOf(calls), modeOf(join(calls, `cursor ${event}.json`))], [0o700, 0o600]);
    }
  });

  it('writes to no pipe and through no link that an agent has put in its place, and does not fail', function () {
    if (process.platform === 'win32') this.skip();
    mkdirSync(calls, { recursive: true });
    const target = join(calls, 'target');
    writeFileSync(target, 'kept');
    symlinkSync('target', join(calls, 'cursor preToolUse.json'));
    noteCall('cursor', 'preToolUse', denied, env);
    assert.equal(readFileSync(target, 'utf8'), 'kept');
    execFileSync('mkfifo', [join(calls, 'cursor beforeReadFile.json')]);
    noteCall('cursor', 'beforeReadFile', denied, env);
    assert.ok(lstatSync(join(calls, 'cursor beforeReadFile.json')).isFIFO());
  });

  it('does not fail where the folder cannot be made', () => {
    put(calls, 'a file');
    noteCall('cursor', 'preToolUse', denied, env);
    assert.equal(readFileSync(calls, 'utf8'), 'a file');
  });

  it('leaves no descriptor open', function () {
    if (process.platform !== 'linux') this.skip();
    const open = (): number => readdirSync('/proc/self/fd').length;
    noteCall('cursor', 'preToolUse', denied, env);
    const before = open();
    for (let index = 0; index < 5; index++) noteCall('cursor', 'preToolUse', denied, env);
    assert.equal(open(), before);
  });
});
