import assert from 'node:assert/strict';
import { readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { SaltedHashes } from '../../src/secrets/policy/allowedValues.ts';
import { createPolicy, parsePolicy } from '../../src/secrets/policy/policy.ts';
import { givePolicyConsent, withdrawPolicyConsent } from '../../src/node/credentials/changePolicyConsents.ts';
import { hasPolicyConsent, policyIdentity } from '../../src/node/credentials/policyConsents.ts';
import { Policies, policyQuestions } from '../../src/extension/secrets/policies.ts';
import { serviceHome } from '../../src/node/files/serviceHome.ts';
import { openFolder, showFile } from '../harness/host.ts';
import { ownProblems, quickFixesAt, waitForProblems } from '../harness/problems.ts';
import { userToken } from '../support/madeSecrets.ts';
import { fieldOf } from '../support/lists.ts';

const problemsOf = ({ uri }: vscode.TextDocument) => ownProblems(uri);
const problemsBecome = (document: vscode.TextDocument, count: number) =>
  waitForProblems(() => problemsOf(document), count);

async function fixesOf(document: vscode.TextDocument): Promise<readonly vscode.CodeAction[]> {
  const [problem] = problemsOf(document);
  assert.ok(problem);
  const actions = await quickFixesAt(document.uri, problem.range);
  // Other extensions have quick fixes too, and the answer does not say whose is whose.
  return actions.filter(({ title }) => /^(?:Allow|Move to environment)/.test(title));
}

/** As the editor does when a person picks one: the edit, then the command. */
async function pick(document: vscode.TextDocument, title: string): Promise<void> {
  const fix = (await fixesOf(document)).find((action) => action.title === title);
  assert.ok(fix, title);
  if (fix.edit) assert.ok(await vscode.workspace.applyEdit(fix.edit));
  const { command } = fix;
  if (command)
    await vscode.commands.executeCommand(command.command, ...((command.arguments ?? []) as unknown[]));
}

/** Every test has its own file, so that none sees the problems of another. */
describe('secrets in open files', () => {
  const token = userToken(21);
  const line = `const apiToken = '${token}';\n`;
  const fixturePolicy = '{ "version": 1, "allowPaths": ["*.ts"] }';
  let folder: vscode.WorkspaceFolder;

  before(async () => {
    const files = ['here', 'value', 'value2', 'move', 'typed', 'off'].map(
      (name) => [`src/${name}.ts`, line] as const,
    );
    folder = await openFolder('secrets', {
      ...Object.fromEntries(files),
      'src/typed.ts': 'export {};\n',
      'data.json': `{ "token": "${token}" }\n`,
      'huge.txt': `${'lorem ipsum '.repeat(90_000)}\n${line}`,
      'fixtures/a.ts': line,
      'blocked/a.ts': line,
      // A folder where a file is expected: it is there and cannot be read.
      'blocked/.service/secrets.json/a': '',
      'fixtures/.service/secrets.json': fixturePolicy,
      'pending/a.ts': line,
      'pending/.service/secrets.json': fixturePolicy,
      'asked/a.ts': line,
      'asked/.service/secrets.json': fixturePolicy,
      'linked/config.txt': line,
      'linked/.service/secrets.json': fixturePolicy,
    });
    symlinkSync('config.txt', vscode.Uri.joinPath(folder.uri, 'linked/link.txt').fsPath);
    await givePolicyConsent(
      serviceHome(process.env),
      policyIdentity(vscode.Uri.joinPath(folder.uri, 'fixtures').fsPath, Buffer.from(fixturePolicy)),
      '2026-01-01T00:00:00Z',
    );
  });

  after(async () => {
    const home = serviceHome(process.env);
    for (const path of [folder.uri.fsPath, vscode.Uri.joinPath(folder.uri, 'fixtures').fsPath])
      await withdrawPolicyConsent(home, realpathSync.native(path));
  });

  it('are problems that name the fix and never the secret', async () => {
    const document = await showFile(folder, 'src/here.ts');
    await problemsBecome(document, 1);
    const [problem] = problemsOf(document);
    assert.ok(problem);
    assert.equal(document.getText(problem.range), token);
    assert.equal(typeof problem.code === 'object' && problem.code.value, 'sonar-user-token');
    assert.match(problem.message, /Revoke it/);
    assert.ok(!problem.message.includes(token.slice(5)));
  });

  it('appear and disappear while the user types', async () => {
    const document = await showFile(folder, 'src/typed.ts');
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), line);
    assert.ok(await vscode.workspace.applyEdit(edit));
    await problemsBecome(document, 1);
    await vscode.commands.executeCommand('undo');
    await problemsBecome(document, 0);
  });

  it('can be allowed by a comment', async () => {
    const document = await showFile(folder, 'src/here.ts');
    await problemsBecome(document, 1);
    await pick(document, 'Allow here');
    assert.equal(document.lineAt(0).text, '// service:allow-secret sonar-user-token');
    await problemsBecome(document, 0);
  });

  it('can move to an environment variable if the language makes that safe', async () => {
    const document = await showFile(folder, 'src/move.ts');
    await problemsBecome(document, 1);
    await pick(document, 'Move to environment variable API_TOKEN');
    assert.equal(document.getText(), 'const apiToken = process.env.API_TOKEN;\n');
    await problemsBecome(document, 0);
    const data = await showFile(folder, 'data.json');
    await problemsBecome(data, 1);
    assert.deepEqual(fieldOf(await fixesOf(data), 'title'), ['Allow value in this project']);
  });

  it('can be switched off and on again', async () => {
    const document = await showFile(folder, 'src/off.ts');
    await problemsBecome(document, 1);
    const set = (value: boolean | undefined) =>
      vscode.workspace
        .getConfiguration()
        .update('service.secrets.diagnostics', value, vscode.ConfigurationTarget.Global);
    await set(false);
    await problemsBecome(document, 0);
    await set(undefined);
    await problemsBecome(document, 1);
  });

  it('are not reported in huge texts, nor in paths that a nearer policy than that of the root allows', async () => {
    const huge = await showFile(folder, 'huge.txt');
    const fixture = await showFile(folder, 'fixtures/a.ts');
    // Looked at after the two: when its problem is there, theirs would be too.
    const last = await showFile(folder, 'src/value2.ts');
    await problemsBecome(last, 1);
    assert.deepEqual([problemsOf(huge), problemsOf(fixture)], [[], []]);
  });

  it('are reported if the policy cannot be read, because it then allows nothing', async () => {
    await problemsBecome(await showFile(folder, 'blocked/a.ts'), 1);
  });

  it('are reported until the user agrees to the policy that allows them', async () => {
    await problemsBecome(await showFile(folder, 'pending/a.ts'), 1);
  });

  it('can be allowed by value for the whole project', async () => {
    const one = await showFile(folder, 'src/value.ts');
    const other = await showFile(folder, 'src/value2.ts');
    await Promise.all([problemsBecome(one, 1), problemsBecome(other, 1)]);
    await pick(one, 'Allow value in this project');
    await Promise.all([problemsBecome(one, 0), problemsBecome(other, 0)]);
    const policy = await vscode.workspace.fs.readFile(
      vscode.Uri.joinPath(folder.uri, '.service/secrets.json'),
    );
    const { document, allows } = createPolicy(parsePolicy(new TextDecoder().decode(policy), 'policy'));
    assert.equal(document.allowValues.length, 1);
    assert.match(document.allowValues[0]?.hash ?? '', /^scrypt:/);
    assert.ok(allows('src/value.ts', token, new SaltedHashes(1)));
  });

  it('can be allowed in a file behind a link without agreeing to the rest of the policy [A4]', async () => {
    const document = await showFile(folder, 'linked/link.txt');
    await problemsBecome(document, 1);
    await pick(document, 'Allow value in this project');
    const { fsPath } = vscode.Uri.joinPath(folder.uri, 'linked');
    const policy = readFileSync(join(fsPath, '.service/secrets.json'));
    assert.equal(parsePolicy(policy.toString('utf8'), 'policy').allowValues.length, 1);
    assert.ok(!hasPolicyConsent(serviceHome(process.env), policyIdentity(fsPath, policy)));
  });

  it('become no agreement to a policy that changes while the user is asked about it [A4]', async () => {
    const home = serviceHome(process.env);
    const root = vscode.Uri.joinPath(folder.uri, 'asked');
    const file = vscode.Uri.joinPath(root, '.service/secrets.json');
    const write = (text: string) => writeFileSync(file.fsPath, text);
    const policies = new Policies((error) => {
      throw error;
    });
    const pendingNow = async () => {
      const { pending } = (await policies.of(vscode.Uri.joinPath(root, 'a.ts'))) ?? {};
      assert.ok(pending);
      return pending;
    };
    const isAgreed = () => hasPolicyConsent(home, policyIdentity(root.fsPath, Buffer.from(fixturePolicy)));
    try {
      const harmless = '{ "version": 1 }';
      // An agent replaces the file before the user looks at it, and before the user agrees.
      for (const answers of [['Show Policy', 'Trust Policy'], ['Trust Policy']]) {
        const [changed] = answers;
        const ask = policyQuestions(policies, () => {
          write(harmless);
          return Promise.resolve(answers.shift());
        });
        const pending = await pendingNow();
        await ask(pending);
        write(fixturePolicy);
        assert.ok(!isAgreed(), changed);
      }
      await policyQuestions(policies, () => Promise.resolve('Trust Policy'))(await pendingNow());
      assert.ok(isAgreed());
    } finally {
      policies.dispose();
      await withdrawPolicyConsent(home, realpathSync.native(root.fsPath));
    }
  });
});
