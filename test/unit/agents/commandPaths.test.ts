import assert from 'node:assert/strict';
import { rootOf, systemPath } from '../../../src/agents/commandPaths.ts';

describe('the path that a command line names', () => {
  it('is that of a drive in a POSIX shell on Windows', () => {
    for (const [path, expected] of [
      ['/c/Users/a/.env', 'c:/Users/a/.env'],
      ['/C/*.env', 'C:/*.env'],
      ['/cygdrive/d/x', 'd:/x'],
      ['/c', 'c:/'],
      ['/code/x', '/code/x'],
      ['c/x', 'c/x'],
    ] as const)
      assert.equal(systemPath(path, true), expected);
    assert.equal(systemPath('/c/x', false), '/c/x');
  });

  it('leads from the links of a process to the folder in which it runs', () => {
    for (const isWindows of [true, false]) {
      for (const path of ['/proc/self/cwd/a', '//proc/1//cwd/a', '/proc/self/task/7/cwd/a'])
        assert.equal(systemPath(path, isWindows), './a');
      assert.equal(systemPath('/proc/cpuinfo', isWindows), '/proc/cpuinfo');
    }
    assert.equal(systemPath('/proc/self/root/etc/a', false), '//etc/a');
    assert.equal(systemPath('/proc/self/root/c/a', true), 'c:/a');
  });

  it('of a pattern begins at a slash or a drive on Windows, and at no escape', () => {
    for (const [pattern, root] of [
      ['C:/p/*.txt', 'C:/'],
      ['c:*.txt', 'c:'],
      ['//server/share/*', '//server/share/'],
      ['/p/*', '/'],
      [String.raw`\[x\]/*`, ''],
      ['p/*', ''],
    ] as const)
      assert.equal(rootOf(pattern, true), root, pattern);
    for (const [pattern, root] of [
      ['/p/*', '/'],
      ['C:/p/*', ''],
      [String.raw`\[x\]/*`, ''],
    ] as const)
      assert.equal(rootOf(pattern, false), root, pattern);
  });
});
