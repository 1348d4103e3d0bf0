import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Connection } from '../../src/core/connections/connection.ts';
import type { Problem } from '../../src/extension/settingsHelp/bindingInText.ts';
import { problemsIn, rangeOf } from '../../src/extension/settingsHelp/diagnostics.ts';
import { bindingQuickFixes } from '../../src/extension/settingsHelp/quickFixes.ts';
import { openFolder } from '../harness/host.ts';
import { serverConnection } from '../simulation/monitoredWindow.ts';

const project = '"service.connectedMode.project"';
const subfolders = '"service.connectedMode.subfolders"';
const [one, two] = [serverConnection('one'), serverConnection('two')];

interface Case {
  readonly binding: string;
  /** Default: the binding of the folder itself. */
  readonly setting?: string;
  readonly connections: readonly Connection[];
  readonly file?: string;
  /** Maps a title to the binding after the fix (undefined: it is removed), or to the command that it calls. */
  readonly fixes: Readonly<Record<string, string | undefined | { readonly command: string }>>;
}

const choose = { 'Select a project…': { command: 'service.bindFolder' } };
/** Each kind of problem needs a row; otherwise the types do not match. */
const cases: Readonly<Record<Problem['kind'], Case>> = {
  userLevel: {
    binding: '{ "projectKey": "p" }',
    connections: [one],
    file: 'User/settings.json',
    fixes: { 'Remove the binding from user settings': undefined },
  },
  pathOutside: {
    setting: subfolders,
    binding: '{ "../one": { "projectKey": "p" }, "two": { "projectKey": "p" } }',
    connections: [one],
    fixes: { 'Remove the binding': '{ "two": { "projectKey": "p" } }' },
  },
  noObject: { binding: '"p"', connections: [one], fixes: choose },
  missingKey: { binding: '{ "connectionId": "one" }', connections: [one], fixes: choose },
  projectNotFound: { binding: '{ "projectKey": "gone" }', connections: [one], fixes: choose },
  legacyServerId: {
    binding: '{ "projectKey": "p", "serverId": "one" }',
    connections: [one],
    fixes: {
      'Rename serverId to connectionId': '{ "projectKey": "p", "connectionId": "one" }',
      'Remove serverId': '{ "projectKey": "p" }',
    },
  },
  unknownConnection: {
    binding: '{ "projectKey": "p", "connectionId": "x" }',
    connections: [one],
    fixes: {
      'Use connection “one”': '{ "projectKey": "p", "connectionId": "one" }',
      'Add Connection': { command: 'service.addConnection' },
      'Remove connectionId': '{ "projectKey": "p" }',
    },
  },
  ambiguous: {
    binding: '{ "projectKey": "p" }',
    connections: [one, two],
    fixes: {
      'Use connection “one”': '{ "projectKey": "p", "connectionId": "one" }',
      'Use connection “two”': '{ "projectKey": "p", "connectionId": "two" }',
    },
  },
};

describe('quick fixes of a binding in settings.json', () => {
  let folder: vscode.WorkspaceFolder;

  before(async () => {
    folder = await openFolder('quick-fixes');
  });

  const textWith = (binding: string, name: string): string =>
    `{\n  // mine\n  "a": 1,\n  ${name}: ${binding}\n}\n`;

  for (const [kind, { binding, connections, fixes, ...more }] of Object.entries(cases)) {
    const { file = '.vscode/settings.json', setting = project } = more;
    it(`fix ${kind}, and leave the rest of the file unchanged`, async () => {
      const sources = {
        connections: () => connections,
        projects: { has: (_: Connection, key: string) => key !== 'gone' },
      };
      const provider = bindingQuickFixes(sources);
      const offered: Record<string, unknown> = {};
      for (const title of Object.keys(fixes)) {
        const document = await write(file, textWith(binding, setting));
        const [problem, ...others] = problemsIn(document, sources);
        assert.equal(problem?.kind, kind);
        assert.deepEqual(others, []);
        const actions = (await provider.provideCodeActions(
          document,
          rangeOf(document, problem.at),
          { diagnostics: [], only: undefined, triggerKind: vscode.CodeActionTriggerKind.Invoke },
          new vscode.CancellationTokenSource().token,
        )) as vscode.CodeAction[];
        assert.deepEqual(
          actions.map((action) => action.title),
          Object.keys(fixes),
        );
        const action = actions.find((candidate) => candidate.title === title);
        assert.ok(action);
        if (action.command) offered[title] = { command: action.command.command };
        else if (action.edit) {
          assert.ok(await vscode.workspace.applyEdit(action.edit));
          assert.deepEqual(problemsIn(document, sources), []);
          offered[title] = document.getText();
        }
      }
      const expected = Object.entries(fixes).map(([title, after]) => [
        title,
        typeof after === 'string' ? textWith(after, setting) : (after ?? '{\n  // mine\n  "a": 1\n}\n'),
      ]);
      assert.deepEqual(offered, Object.fromEntries(expected));
    });
  }

  /** Opens a document and replaces its text. */
  async function write(file: string, text: string): Promise<vscode.TextDocument> {
    const uri = vscode.Uri.joinPath(folder.uri, file);
    if (!vscode.workspace.textDocuments.some((open) => open.uri.toString() === uri.toString()))
      await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode('{}'));
    const document = await vscode.workspace.openTextDocument(uri);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), text);
    assert.ok(await vscode.workspace.applyEdit(edit));
    return document;
  }
});
