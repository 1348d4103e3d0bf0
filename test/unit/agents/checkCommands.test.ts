import assert from 'node:assert/strict';
import type { CommandPorts } from '../../../src/agents/commandPorts.ts';
import { readAny } from '../../../src/cli/hook/shell/files.ts';
import { limitThatEnds, noTime } from '../../support/timeLimits.ts';
import { eachFolder } from '../../support/tempFolder.ts';
import { CommandFolder, reasonOf } from './commandFolder.ts';
import { findSecret, token } from './shell/shellProject.ts';

const late = { message: 'the event names more than can be checked in time; ask for less' };

describe('the check of command lines', () => {
  let folder: CommandFolder;
  eachFolder((made) => (folder = new CommandFolder(made)));

  it('denies a request when its last command or its last search prints a secret', async () => {
    folder.write('.env');
    const command = (text: string) => ({ command: text, cwd: folder.path, shell: 'posix' as const });
    assert.equal(
      await folder.fileIn(folder.askAll({ commands: [command('ls'), command('cat .env')] })),
      '.env',
    );
    const search = (pattern: string) => ({ path: folder.path, pattern });
    const searched = folder.askAll(
      { roots: [folder.path, folder.at('other')], searches: [search('other'), search('TOKEN')] },
      { findSecret: (text, path, root) => (root === folder.path ? findSecret(text, path, root) : undefined) },
    );
    assert.equal(await folder.fileIn(searched), '.env');
    assert.equal(await folder.askAll({ commands: [command('ls')], searches: [search('other')] }), undefined);
  });

  it('starts in the folder of the request, else in the first open folder, else in the home of the user', async () => {
    for (const name of ['cwd', 'root', 'home']) folder.write(`${name}/.env`);
    const askIn = (cwd: string | undefined, roots: readonly string[]) =>
      folder.fileIn(
        folder.askAll(
          { commands: [{ command: 'cat .env', cwd, shell: 'posix' }], roots },
          { home: folder.at('home') },
        ),
      );
    assert.equal(await askIn(folder.at('cwd'), [folder.at('root')]), 'cwd/.env');
    assert.equal(await askIn(undefined, [folder.at('root'), folder.at('cwd')]), 'root/.env');
    assert.equal(await askIn(undefined, []), 'home/.env');
  });

  it('names rule and line of a secret in the command, and passes the open folder to the engine', async () => {
    const roots = new Set<string | undefined>();
    const noting: CommandPorts['findSecret'] = (text, path, root) => {
      roots.add(root);
      return findSecret(text, path, root);
    };
    assert.equal(
      await reasonOf(folder.ask(`ls\ncurl -H "Authorization: Bearer ${token}" x`, { findSecret: noting })),
      'Blocked: the command contains a secret (github-token, line 2). Remove it and try again.',
    );
    assert.deepEqual([...roots], [folder.path]);
  });

  it('shows the advice of a finding, and says of hidden characters that they are hidden', async () => {
    const finding = { rule: 'a-rule', line: 3 };
    assert.equal(
      await reasonOf(
        folder.ask('ls', { findSecret: () => ({ ...finding, advice: 'Agree to the policy.' }) }),
      ),
      'Blocked: the command contains a secret (a-rule, line 3). Agree to the policy.',
    );
    assert.equal(
      await reasonOf(folder.ask('ls', { findSecret: () => ({ ...finding, isHidden: true }) })),
      'Blocked: the command contains characters (line 3) that a person does not see and an agent reads. Remove them.',
    );
  });

  it('takes the name of a secret in a build for no secret', async () => {
    const scanned: string[] = [];
    const noting: Partial<CommandPorts> = { findSecret: (text) => void scanned.push(text) };
    for (const option of ['--secret id=a,src=b', '--secret=type=env,id=a', '--secret source=a'])
      await folder.ask(`docker build ${option} .`, noting);
    assert.doesNotMatch(scanned.join('\n'), /secret/);
    await folder.ask('tool --secret abc', noting);
    assert.match(scanned.at(-1) ?? '', /--secret abc/);
  });

  it('denies a command that is too long, and rejects for any other failure', async () => {
    assert.equal(
      await reasonOf(folder.ask('a'.repeat(300 * 1024))),
      'Blocked: the command is too long, so it cannot be checked for secrets. Split it.',
    );
    const failing = () => Promise.reject(new Error('git failed'));
    await assert.rejects(folder.ask('git show HEAD', { git: failing }), { message: 'git failed' });
  });

  describe('in several folders', () => {
    it('finds the file in each of many folders that subshells change to', async () => {
      const names = Array.from({ length: 12 }, (_, index) => `part${index}`);
      for (const name of names) folder.write(`${name}/a.txt`, 'clean');
      folder.write('part11/.env');
      const command = names.map((name) => `(cd ${name}; cat .env)`).join('; ');
      assert.equal(await folder.fileIn(folder.ask(command)), 'part11/.env');
      assert.equal(await folder.ask(command.replaceAll('.env', 'a.txt')), undefined);
    });

    it('follows one change of the folder after the other', async () => {
      folder.write('a/b/c/.env');
      const steps = 'cd x1; cd x2; cd x3; cd x4; cd x5; cd x6';
      assert.equal(await folder.fileIn(folder.ask(`${steps}; cd a; cd b; cd c; cat .env`)), 'a/b/c/.env');
    });

    it('counts a folder that the command line makes', async () => {
      folder.write('.env');
      const steps = 'mkdir -p x1 x2 x3 x4 x5 x6; cd x1; cd ../x2; cd ../x3; cd ../x4; cd ../x5';
      assert.equal(await folder.fileIn(folder.ask(`mkdir new && cd new && cat ../.env`)), '.env');
      assert.equal(await folder.fileIn(folder.ask(`${steps}; cd deep/new; cat ../../.env`)), '.env');
    });

    it('denies a command line with more than 256 folders', async () => {
      const cat = (count: number) =>
        `${Array.from({ length: count }, (_, index) => `cd /missing/${index}`).join('; ')}; cat a.txt`;
      assert.equal(await folder.ask(cat(255)), undefined);
      assert.equal(
        await reasonOf(folder.ask(cat(256))),
        'Blocked: the command names more folders than can be checked, so it cannot be checked for secrets. Split it.',
      );
    });

    it('reads a list of names, a search, a script and a pattern in a folder further in', async () => {
      folder.write('sub/.env');
      folder.write('sub/names', '.env\n');
      folder.write('sub/run', 'cat .env\n');
      for (const command of ['xargs -a names cat', 'grep TOKEN .env', 'grep -r TOKEN', './run', 'cat .e*'])
        assert.equal(await folder.fileIn(folder.ask(`cd sub; ${command}`)), 'sub/.env', command);
    });
  });

  describe('of lists of names', () => {
    it('reads names between spaces, line breaks and NUL characters', async () => {
      folder.write('.env');
      for (const names of ['a .env b', 'a\n.env\n', 'a\0.env\0b']) {
        folder.write('names', names);
        assert.equal(await folder.fileIn(folder.ask('xargs -a names cat')), '.env', JSON.stringify(names));
      }
    });

    it('reads a list of 20,000 names, and denies the command for more', async () => {
      folder.write('.env');
      const names = Array.from({ length: 19_998 }, (_, at) => `name${at}`).join('\n');
      folder.write('names', `${names}\n.env`);
      assert.equal(await folder.fileIn(folder.ask('xargs -a names cat')), '.env');
      folder.write('names', `${names}\n`);
      assert.equal(await folder.ask('xargs -a names cat'), undefined);
      folder.write('names', `${names}\nother1\nother2\nother3`);
      assert.equal(
        await reasonOf(folder.ask('xargs -a names cat')),
        'Blocked: the command names more files than can be checked, so it cannot be checked for secrets. Split it.',
      );
    });
  });

  it('denies a shell script of more than 256 KiB, and allows another program of that length', async () => {
    folder.write('.env');
    const filler = `# ${'a'.repeat(97)}\n`.repeat(2_700);
    folder.write('long.sh', `#!/bin/sh\n${filler}cat .env\n`);
    folder.write('long.js', `#!/usr/bin/env node\n${filler}`);
    assert.equal(
      await reasonOf(folder.ask('sh long.sh')),
      'Blocked: the command runs a script of more than 256 KiB, so it cannot be checked for secrets. Split it.',
    );
    assert.equal(await folder.ask('./long.js'), undefined);
    folder.write('short.sh', `#!/bin/sh\n${filler.slice(0, 250_000)}\nls\n`);
    assert.equal(await folder.ask('sh short.sh'), undefined);
  });

  describe('of files', () => {
    it('reads a file once, and one that a pattern does not match by its name', async () => {
      folder.write('a.txt', 'clean');
      folder.write('[x]');
      const read: string[] = [];
      const counting = (path: string): string | undefined => {
        read.push(path.slice(folder.path.length + 1));
        return readAny(path);
      };
      assert.equal(await folder.ask('cat a.txt ./a.txt; head a.txt', { readAny: counting }), undefined);
      assert.deepEqual(
        read.filter((name) => name === 'a.txt'),
        ['a.txt'],
      );
      assert.equal(await folder.fileIn(folder.ask('cat [x]')), '[x]');
    });

    it('reads no file for a name with a NUL character, which no file can have', async () => {
      const failing = (path: string): string | undefined => {
        assert.ok(!path.includes('\0'));
        return readAny(path);
      };
      assert.equal(await folder.ask(String.raw`cat $'a\0b' .en*`, { readAny: failing }), undefined);
    });

    it('denies files of more than 64 MiB together', async () => {
      const sizes: Record<string, number> = { a: 32, b: 32 };
      const large = {
        findSecret: () => undefined,
        readAny: (path: string) =>
          path === folder.at('rest')
            ? '.'
            : '.'.repeat((sizes[path.slice(folder.path.length + 1)] ?? 0) * 1024 * 1024),
      };
      assert.equal(await folder.ask('cat a b', large), undefined);
      assert.equal(
        await reasonOf(folder.ask('cat a b rest', large)),
        'Blocked: the command names files of more than 64 MiB, so it cannot be checked for secrets. Split it.',
      );
    });

    it('reads the files that set a variable that is printed', async () => {
      folder.write('a/settings');
      // The error of `ls` contains its argument.
      const command = 'cd a; . ./missing; . ./settings; ls $TOKEN';
      assert.equal(await folder.fileIn(folder.ask(command)), 'a/settings');
      assert.equal(await folder.ask(command.replace('$TOKEN', '$NAME')), undefined);
    });
  });

  describe('when the time is over', () => {
    /** The time is over as soon as this file was read. */
    const lateAfter = (name: string): Partial<CommandPorts> => {
      let isLate = false;
      return {
        time: limitThatEnds(() => isLate),
        readAny: (path) => {
          isLate ||= path === folder.at(name);
          return readAny(path);
        },
      };
    };

    it('denies a name that no file has, a file or a script that took all of it, and files that set variables', async () => {
      folder.write('a.txt', 'clean');
      folder.write('run', 'ls\n');
      for (const [command, changes] of [
        ['cat missing', { time: noTime }],
        ['cat a.txt', lateAfter('a.txt')],
        ['./run', lateAfter('run')],
        ['. ./a; ls $TOKEN', { time: noTime }],
      ] as const)
        await assert.rejects(folder.ask(command, changes), late, command);
    });

    it('denies a search that cannot reach a file whose name suggests secrets', async () => {
      folder.write('.env');
      await assert.rejects(folder.ask('rg -uu TOKEN', { time: noTime }), late);
      const search = { path: folder.path, pattern: 'TOKEN' };
      await assert.rejects(folder.askAll({ searches: [search] }, { time: noTime }), late);
    });

    it('ends a search for a pattern in other files, which goes as far as time allows', async () => {
      folder.write('a.txt');
      const search = { path: folder.path, pattern: 'TOKEN' };
      assert.equal(await folder.askAll({ searches: [search] }, { time: noTime }), undefined);
      await assert.rejects(folder.askAll({ searches: [{ path: folder.path }] }, { time: noTime }), late);
    });
  });
});
