import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { shellWord } from '../../../src/core/shellWord.ts';

describe('a word of a command that the user pastes', () => {
  it('keeps plain names without quotes', () => {
    for (const isWindows of [false, true])
      assert.equal(shellWord('/srv/a-b/c_1.ts:7', 'FILE:7', isWindows), '/srv/a-b/c_1.ts:7');
  });

  it('is in double quotes on Windows, which both cmd and PowerShell know', () => {
    for (const name of [String.raw`C:\Users\ann\a.ts:7`, "C:/Users/O'Brien/my app (1)/ä.ts:7"])
      assert.equal(shellWord(name, 'FILE:7', true), `"${name}"`);
  });

  it('names no file on Windows whose name one of the shells would read as more than a name', () => {
    for (const sign of ['$(calc)', '`n', '%TEMP%', 'a&calc', 'a|b', '^', '"', '\u201D', '\n'])
      assert.equal(shellWord(`C:/a ${sign}`, 'FILE:7', true), 'FILE:7');
  });

  it('is one word for a POSIX shell', function () {
    if (process.platform === 'win32') this.skip();
    for (const name of ['it\'s a $(name) `of` "files"', String.raw`a\b&c;d|e`])
      assert.equal(execFileSync('sh', ['-c', `printf %s ${shellWord(name, '', false)}`]).toString(), name);
  });
});
