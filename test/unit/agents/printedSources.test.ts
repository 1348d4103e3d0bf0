import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import type { CommandPorts } from '../../../src/agents/commandPorts.ts';
import { readAny } from '../../../src/cli/hook/shell/files.ts';
import { eachFolder } from '../../support/tempFolder.ts';
import { CommandFolder, leak, reasonOf } from './commandFolder.ts';
import { ShellProject, token } from './shell/shellProject.ts';

describe('the check of what a command line prints', () => {
  let folder: CommandFolder;
  eachFolder((made) => (folder = new CommandFolder(made)));

  describe('of variables', () => {
    const environment = { DEPLOY: token, NAME: 'x', ABSENT: undefined };

    it('denies a whole environment with a secret, and a variable with one', async () => {
      const reason =
        'Blocked: the command prints the environment variable DEPLOY, which contains a secret (github-token, line 1). Print other variables by name.';
      for (const command of ['env', 'echo $DEPLOY', 'echo $NAME $DEPLOY'])
        assert.equal(await reasonOf(folder.ask(command, { environment })), reason, command);
      for (const command of ['echo $NAME', 'echo $ABSENT $toString'])
        assert.equal(await folder.ask(command, { environment }), undefined, command);
      assert.equal(await folder.ask('env', { environment: { NAME: 'x', ABSENT: undefined } }), undefined);
    });

    it('shortens a long name', async () => {
      const name = 'N'.repeat(100);
      assert.match(
        (await reasonOf(folder.ask('env', { environment: { [name]: token } }))) ?? '',
        /variable N{80}, which/,
      );
    });

    it('scans a variable by its name and value, as the environment shows it', async () => {
      const scanned: string[] = [];
      const findSecret: CommandPorts['findSecret'] = (text) => void scanned.push(text);
      await folder.ask('echo $constructor; printenv NAME', { environment, findSecret });
      assert.deepEqual(scanned.slice(1), ['NAME=x']);
    });
  });

  describe('of searches', () => {
    it('searches the files that a pattern of the shell matches, without hidden ones', async () => {
      folder.write('src/a.txt');
      folder.write('.hidden/b.txt');
      folder.write('sample.txt', 'clean');
      assert.equal(await folder.fileIn(folder.ask('grep -r TOKEN s*')), 'src/a.txt');
      rmSync(folder.at('src'), { recursive: true });
      assert.equal(await folder.ask('grep -r TOKEN *'), undefined);
      assert.equal(await folder.fileIn(folder.ask('grep -r TOKEN .h*')), '.hidden/b.txt');
    });

    it('searches hidden files unless the search leaves them out, and only those that its globs match', async () => {
      folder.write('.env');
      const search = (more: object) =>
        folder.fileIn(folder.askAll({ searches: [{ path: folder.path, ...more }] }));
      assert.equal(await search({}), '.env');
      assert.equal(await search({ skipsHidden: true }), undefined);
      assert.equal(await search({ globs: ['*.ts'] }), undefined);
      assert.equal(await search({ globs: ['*.ts', '.e*'] }), '.env');
      assert.equal(await search({ path: 'relative' }), undefined);
    });

    it('goes on after a file that cannot be read or prints no line', async () => {
      folder.write('.env.a', 'clean');
      folder.write('.env.b');
      const unreadable = (path: string) => (path === folder.at('.env.a') ? undefined : readAny(path));
      for (const changes of [{}, { readAny: unreadable }])
        assert.equal(
          await folder.fileIn(
            folder.askAll({ searches: [{ path: folder.path, pattern: 'TOKEN' }] }, changes),
          ),
          '.env.b',
        );
    });
  });

  describe('of scripts', () => {
    it('reads scripts of shells, and no others', async () => {
      folder.write('.env');
      const runs = async (text: string): Promise<string | undefined> => {
        folder.write('run', text);
        return folder.fileIn(folder.ask('./run'));
      };
      for (const first of ['', '#!/bin/sh\n', '#!/usr/bin/env bash\n', '#!/bin/zsh -e\n', '#!/bin/dash\n'])
        assert.equal(await runs(`${first}cat .env\n`), '.env', first);
      for (const first of ['#!/usr/bin/env node\n', '#!/usr/bin/python3\n# sh\n'])
        assert.equal(await runs(`${first}cat .env\n`), undefined, first);
      assert.equal(await runs('cat .env\0\n'), undefined, 'a program');
    });

    it('reads up to 100 scripts that run each other, and each once', async () => {
      folder.write('.env');
      for (let index = 1; index < 101; index++) folder.write(`run${index}`, `./run${index + 1}\n`);
      folder.write('run100', 'cat .env\n');
      assert.equal(await folder.fileIn(folder.ask('./run1')), '.env');
      folder.write('run100', './run101\n');
      folder.write('run101', 'true\n');
      assert.match((await reasonOf(folder.ask('./run1'))) ?? '', /runs more scripts than can be checked/);
      folder.write('again', './again\n');
      assert.equal(await folder.ask('./again; ./again'), undefined);
    });

    it('runs a script in each folder that the command line changes to', async () => {
      folder.write('bin/run', 'cat .env\n');
      folder.write('sub/.env');
      assert.equal(await folder.fileIn(folder.ask(`cd sub; '${folder.at('bin/run')}'`)), 'sub/.env');
    });

    it('does not count the variables that a script prints, most of which it has set itself', async () => {
      folder.write('run', 'env\n');
      assert.equal(await folder.ask('./run', { environment: { DEPLOY: token } }), undefined);
    });
  });

  describe('of git', () => {
    let project: ShellProject;
    before(() => {
      project = new ShellProject(leak);
    });
    after(() => {
      project.remove();
    });
    const printed = (what: string) =>
      `Blocked: git would print ${what} with a secret (github-token, line 1). Revoke it: it stays in the history of the repository.`;
    const asked = async (command: string): Promise<string | undefined> => {
      const denial = await project.ask(command);
      return denial && ('reason' in denial ? denial.reason.replace(/line \d+/, 'line 1') : denial.path);
    };

    it('names the file whose content git would print', async () => {
      for (const command of [
        'git show HEAD:.env',
        'git show -s HEAD:.env',
        'git show --stat HEAD:.env',
        'git show --name-only HEAD~0:.env',
        'git log -p',
        'git diff HEAD~1',
        'git show HEAD',
        'cd sub && git show HEAD:.env',
      ])
        assert.match((await asked(command)) ?? '', /git would print \.env with a secret/, command);
      assert.equal(await asked('git show HEAD:.env'), printed('.env'));
      for (const command of ['git show HEAD:README.md', 'git show --stat', 'git show --stat :/change'])
        assert.equal(await asked(command), undefined, command);
    });

    it('shortens a long name', async () => {
      const text = `diff --git a/${'n'.repeat(300)} b/${'n'.repeat(300)}\n+${leak}`;
      const denial = await reasonOf(folder.ask('git diff', { git: () => Promise.resolve(text) }));
      assert.match(denial ?? '', /git would print n{200} with/);
    });

    it('names no file where git does not print its name', async () => {
      assert.equal(await asked('git grep -h TOKEN HEAD'), printed('a text'));
      assert.equal(await asked('git cat-file -p HEAD:.env'), printed('.env'));
    });

    it('reads the files that git names where it fails here, without its options', async () => {
      folder.write('-p');
      folder.write('sub/.env');
      assert.equal(await folder.ask('git show -p none'), undefined);
      assert.equal(await folder.fileIn(folder.ask('git -C sub show none:.env')), 'sub/.env');
      assert.equal(await folder.fileIn(folder.ask('cd sub; git diff none -- .env')), 'sub/.env');
      assert.equal(await folder.ask('git show none:'), undefined);
    });

    it('scans what git prints of a file as text of that file, without the signs of a patch', async () => {
      const scans = async (text: string, command: string): Promise<string[]> => {
        const scanned = new Set<string>();
        const findSecret: CommandPorts['findSecret'] = (part, path) =>
          void scanned.add(`${path === undefined ? 'no file' : folder.nameOf(path)}: ${part}`);
        await folder.ask(command, { git: () => Promise.resolve(text), findSecret });
        return [...scanned].slice(1);
      };
      const patch = 'diff --git a/x b/x\n+new\n-old\n same\n';
      assert.deepEqual(await scans(`${patch}diff --cc sub/y\n++both\n`, 'git diff'), [
        'x: diff --git a/x b/x\nnew\nold\nsame\n',
        'sub/y: diff --cc sub/y\nboth\n',
      ]);
      assert.deepEqual(await scans('commit 1\n\n    words\n', 'git log -p'), [
        'no file: commit 1\n\n  words\n',
      ]);
      assert.deepEqual(await scans('1234 (A 2026 1) one\n1234 (A 2026 2) two\n', 'git blame -w HEAD -- x'), [
        'x: one\ntwo\n',
      ]);
      assert.deepEqual(await scans('-key\n', 'git show HEAD:x'), ['x: -key\n']);
      assert.deepEqual(await scans('-key\n', 'git grep -h key'), ['no file: -key\n']);
      assert.deepEqual(await scans('', 'git diff'), []);
    });
  });
});
