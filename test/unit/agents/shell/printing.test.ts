import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { githubToken } from '../../../support/madeSecrets.ts';
import { blind, commandsIn, everyday, printing, unseen } from './commandLists.ts';
import { cleanText, secretText, ShellProject } from './shellProject.ts';

/** Wine makes no links, such as those of the project. */
const isWine = process.env.SERVICE_TEST_WINE !== undefined;
const throughLinks = /\blink\b|\baway\b/;

describe('a command that prints a file', function () {
  // Many small checks and real programs, on a machine that may be busy.
  this.timeout(600_000);
  let secret: ShellProject;
  let clean: ShellProject;

  before(() => {
    secret = new ShellProject(secretText);
    clean = new ShellProject(cleanText);
  });
  after(() => {
    secret.remove();
    clean.remove();
  });

  for (const [what, isAbout] of Object.entries({
    'of git': (command: string) => /\bgit\b/.test(command),
    'of other programs': (command: string) => !/\bgit\b/.test(command),
  })) {
    it(`is denied in each of many forms ${what} when the file has a secret, and allowed when it has none [R7]`, async () => {
      assert.ok(new Set(printing).size >= 300, String(printing.length));
      const wrong: string[] = [];
      for (const command of printing.filter(isAbout)) {
        if (isWine && throughLinks.test(command)) continue;
        if ((await secret.ask(command)) === undefined) wrong.push(`allowed: ${command}`);
        // The number of the process is not known: the same file of every process counts, also of other tests.
        if (command.includes('/proc/$$/')) continue;
        if ((await clean.ask(command)) !== undefined) wrong.push(`denied without a secret: ${command}`);
      }
      assert.deepEqual(wrong, []);
    });

    it(`is denied in forms ${what} that were written without knowledge of the rules`, async () => {
      const wrong: string[] = [];
      for (const command of unseen.filter(isAbout)) {
        if ((await secret.ask(command)) === undefined) wrong.push(`allowed: ${command}`);
        const denial = await clean.ask(command);
        // Some outputs of git cannot be checked at all.
        const isKnown = denial && 'reason' in denial && denial.reason.includes('cannot be checked');
        if (denial && !isKnown) wrong.push(`denied without a secret: ${command}`);
      }
      assert.deepEqual(wrong, []);
    });
  }

  it('is denied in the forms of PowerShell and cmd as well', async () => {
    for (const shell of ['powershell', 'cmd'] as const) {
      const commands = commandsIn(shell);
      assert.deepEqual(await secret.allowed(commands, { shell }), []);
      assert.deepEqual(await clean.allowed(commands, { shell }), commands);
      const quiet = commandsIn(`${shell}Quiet`);
      assert.deepEqual(await secret.allowed(quiet, { shell }), quiet);
    }
  });

  it('is allowed in each of more than 200 everyday forms, beside a file with a secret', async () => {
    using project = new ShellProject(secretText);
    // In a real project the file is in no commit.
    project.git('update-ref', '-d', 'HEAD');
    project.git('stash', 'clear');
    project.git('rm', '-q', '-r', '-f', '--cached', '--ignore-unmatch', '.env', 'link', 'hard');
    for (const name of ['link', 'hard', 'away']) rmSync(join(project.folder, name), { force: true });
    project.write('.gitignore', '.env\nlink\nhard\n');
    project.git('commit', '-qm', 'first');
    project.git('commit', '-qm', 'second', '--allow-empty');
    assert.ok(new Set(everyday).size >= 200, String(everyday.length));
    const wrong: string[] = [];
    for (const command of everyday) {
      const denial = await project.ask(command);
      if (denial) wrong.push(`${command}: ${JSON.stringify(denial)}`);
    }
    assert.deepEqual(wrong, []);
  });
});

const names = ['API_KEY', 'DATABASE_PASSWORD', 'SECRET_TOKEN'];
const textOf = (valueOf: (at: number) => string): string =>
  `# settings\n${names.map((name, at) => `${name}=${valueOf(at + 1)}\n`).join('')}NAME=x\n`;

describe('a command that someone wrote without knowledge of the reader', () => {
  it('is denied when the file that it prints has a secret [R7]', async () => {
    using project = new ShellProject(textOf(githubToken));
    assert.deepEqual(await project.allowed(blind), []);
    assert.equal(new Set(blind).size, 100);
  });

  it('is allowed when it has none', async () => {
    using project = new ShellProject(textOf(() => 'none'));
    assert.deepEqual(await project.allowed(blind), blind);
  });
});
