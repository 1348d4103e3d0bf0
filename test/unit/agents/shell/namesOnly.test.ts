import assert from 'node:assert/strict';
import { listedVariables } from '../../../../src/agents/printedLines.ts';
import { commandsIn } from './commandLists.ts';
import { secretText, ShellProject, token } from './shellProject.ts';

/** Texts of `.env` in which a command that prints names prints a secret. */
const hostile: Readonly<Record<string, string>> = {
  'a key on several lines': `KEY="-----BEGIN PRIVATE KEY-----\n${token}\nabc==\n-----END PRIVATE KEY-----"`,
  'a comment with a secret': `A=1\n# ${token}`,
  'a secret as a name': `A=1\n${token}=`,
  'a value on two lines in quotes': `A='x\n${token}=y'`,
  'a value that continues on the next line': `A=x\\\n${token}=1`,
  'a line without a sign': token,
};

describe('a command that prints names of variables', () => {
  it('is denied when it might print more, and when another command changes the file or uses the names', async () => {
    using project = new ShellProject(secretText);
    assert.deepEqual(await project.allowed(commandsIn('moreThanNames')), []);
  });

  for (const [what, text] of Object.entries(hostile))
    it(`is denied for a file with ${what}`, async () => {
      using project = new ShellProject(text);
      const files = commandsIn('names').filter((command) => /(?:cut|awk|sed|grep -o).* \.env$/.test(command));
      assert.ok(files.length > 10);
      assert.deepEqual(await project.allowed(files), []);
    });

  it('prints the names and comments of a file that has only variables', () => {
    assert.equal(
      listedVariables('# a\n\nA=1\r\nexport B_c = "x = y" \nC=\'\'\nD=\n'),
      '# a\n\nA\nexport B_c\nC\nD\n',
    );
    for (const text of [
      'a b',
      'A',
      'A="x',
      'A="x" "y"',
      'A=é',
      'é=1',
      '1=2',
      `${'A'.repeat(65)}=`,
      'A=x\\',
      'A=x\n'.repeat(300_000),
    ])
      assert.equal(listedVariables(text), undefined, text.slice(0, 20));
  });
});
