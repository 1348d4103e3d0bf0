import assert from 'node:assert/strict';
import { githubToken } from '../../../support/madeSecrets.ts';
import { blind } from './commandLists.ts';
import { ShellProject } from './shellProject.ts';

const names = ['API_KEY', 'DATABASE_PASSWORD', 'SECRET_TOKEN'];
const textOf = (valueOf: (at: number) => string): string =>
  `# settings\n${names.map((name, at) => `${name}=${valueOf(at + 1)}\n`).join('')}NAME=x\n`;

describe('a command that someone wrote without knowledge of the reader', function () {
  // Many small checks, on a machine that may be busy.
  this.timeout(60_000);

  it('is denied when the file that it prints has a secret [R7]', async () => {
    using project = new ShellProject(textOf(githubToken));
    const allowed: string[] = [];
    for (const command of blind) if ((await project.ask(command)) === undefined) allowed.push(command);
    assert.deepEqual(allowed, []);
    assert.equal(new Set(blind).size, 100);
  });

  it('is allowed when it has none', async () => {
    using project = new ShellProject(textOf(() => 'none'));
    const denied: string[] = [];
    for (const command of blind) if ((await project.ask(command)) !== undefined) denied.push(command);
    assert.deepEqual(denied, []);
  });
});
