import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { levelOf, settingsFiles } from '../../src/extension/settingsHelp/diagnostics.ts';
import { openFolder } from '../harness/host.ts';

describe('the settings files that get help with a binding', () => {
  const levels = {
    '.vscode/settings.json': 'folder',
    'packages/shop/.vscode/settings.json': 'folder',
    'all.code-workspace': 'workspace',
    'Code/User/settings.json': 'user',
    'Code/User/profiles/-1a2b/settings.json': 'user',
    'server/data/Machine/settings.json': 'user',
    'conf/settings.json': undefined,
    'settings.json': undefined,
  };
  let folder: vscode.WorkspaceFolder;

  before(async () => {
    folder = await openFolder('levels', Object.fromEntries(Object.keys(levels).map((path) => [path, '{}'])));
  });

  for (const [path, level] of Object.entries(levels))
    it(`${level === undefined ? 'do not include' : `include, as that of a ${level},`} ${path}`, async () => {
      const opened = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder.uri, path));
      const document = await vscode.languages.setTextDocumentLanguage(opened, 'jsonc');
      const isOurs = vscode.languages.match(settingsFiles, document) > 0;
      assert.equal(isOurs ? levelOf(document) : undefined, level);
    });
});
