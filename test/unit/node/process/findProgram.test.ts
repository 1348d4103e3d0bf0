import assert from 'node:assert/strict';
import { findProgram, isOnPath, type ProgramSearch } from '../../../../src/node/process/findProgram.ts';

const machine = (
  platform: NodeJS.Platform,
  env: Readonly<NodeJS.ProcessEnv>,
  ...programs: readonly string[]
): ProgramSearch => ({ platform, env, isExecutable: (path) => programs.includes(path) });

describe('findProgram', () => {
  it('returns the first program of the search path, as an absolute path', () => {
    const search = machine('linux', { PATH: '/usr/local/bin:/usr/bin' }, '/usr/bin/git', '/bin/git');
    assert.equal(findProgram('git', search), '/usr/bin/git');
    assert.equal(findProgram('hg', search), undefined);
    assert.equal(findProgram('git', machine('linux', {}, '/usr/bin/git')), undefined);
  });

  it('leaves out entries that mean the working directory or a folder below it [R3]', () => {
    const everything: ProgramSearch = { platform: 'linux', env: {}, isExecutable: () => true };
    for (const entry of ['', '.', './bin', 'bin', '..', '~/bin'])
      assert.equal(findProgram('git', { ...everything, env: { PATH: `${entry}:/usr/bin` } }), '/usr/bin/git');
    assert.equal(findProgram('git', { ...everything, env: { PATH: ':.:' } }), undefined);
  });

  it('finds the program that this machine starts', () =>
    assert.match(findProgram('git') ?? '', /[\\/]git(?:\.exe)?$/i));

  // Not run on Windows: the rules are those of CreateProcess and of Node's documentation of child_process.
  describe('on Windows (a described one)', () => {
    const git = 'C:\\Program Files\\Git\\cmd\\git.exe';

    it('finds a program by the endings of PATHEXT, whatever the case of the variables', () => {
      const env = { Path: 'C:\\Windows;C:\\Program Files\\Git\\cmd', PathExt: '.COM;.exe;.BAT' };
      assert.equal(findProgram('git', machine('win32', env, git)), git);
      assert.equal(findProgram('git.exe', machine('win32', env, git)), git);
    });

    it('knows the endings of programs where PATHEXT is missing', () => {
      const env = { PATH: 'C:\\Tools' };
      assert.equal(findProgram('git', machine('win32', env, 'C:\\Tools\\git.EXE')), 'C:\\Tools\\git.EXE');
    });

    it('leaves out batch files, which a shell would have to start', () => {
      const env = { PATH: 'C:\\Tools;C:\\Git', PATHEXT: '.BAT;.CMD;.EXE' };
      const search = machine('win32', env, 'C:\\Tools\\git.CMD', 'C:\\Tools\\git.BAT', 'C:\\Git\\git.EXE');
      assert.equal(findProgram('git', search), 'C:\\Git\\git.EXE');
    });

    it('reports a batch file as on the path, because npm installs programs as such', () => {
      const env = { PATH: 'C:\\Tools' };
      assert.equal(isOnPath('service-cli', machine('win32', env, 'C:\\Tools\\service-cli.cmd')), true);
      assert.equal(isOnPath('service-cli', machine('win32', env, 'C:\\Tools\\git.exe')), false);
    });

    it('leaves out entries that depend on the working directory or the current drive [R3]', () => {
      const everything: ProgramSearch = { platform: 'win32', env: {}, isExecutable: () => true };
      for (const entry of ['', '.', 'bin', '\\tools', '/tools', 'C:tools', 'C:', '%TOOLS%', '""'])
        assert.equal(
          findProgram('git', { ...everything, env: { PATH: `${entry};C:\\Git`, PATHEXT: '.EXE' } }),
          'C:\\Git\\git.EXE',
          entry,
        );
    });

    it('reads quoted entries, which may contain a semicolon, and folders of the network', () => {
      const env = { PATH: '"C:\\a;b";\\\\host\\tools', PATHEXT: '.EXE' };
      assert.equal(findProgram('git', machine('win32', env, 'C:\\a;b\\git.EXE')), 'C:\\a;b\\git.EXE');
      assert.equal(
        findProgram('git', machine('win32', env, '\\\\host\\tools\\git.EXE')),
        '\\\\host\\tools\\git.EXE',
      );
    });
  });
});
