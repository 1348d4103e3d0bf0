import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { AgentHookRows } from '../../src/extension/agentHooks/agentHooks.ts';
import { openFolder, ownExtension } from '../harness/host.ts';

describe('rows of agent hooks', () => {
  it('stop watching a folder that was removed from the window', async () => {
    const folder = await openFolder('hooked', { '.cursor/hooks.json': '{}' });
    let changes = 0;
    const rows = new AgentHookRows(ownExtension(), () => changes++, assert.ifError);
    assert.ok((await rows.list()).some(({ name }) => name === 'hooked'));
    const file = join(folder.uri.fsPath, '.cursor/hooks.json');
    // The same watcher as that of the rows: once it has fired, theirs would have fired too.
    const witness = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(folder.uri, '.cursor/{hooks.json,hooks/*,rules/*}'),
    );
    const seen = () => new Promise<void>((resolve) => witness.onDidChange(() => resolve()));
    const first = seen();
    writeFileSync(file, '{ }');
    await first;
    assert.equal(changes, 1);
    const removed = new Promise<void>((resolve) =>
      vscode.workspace.onDidChangeWorkspaceFolders(() => resolve()),
    );
    vscode.workspace.updateWorkspaceFolders(folder.index, 1);
    await removed;
    changes = 0;
    const second = seen();
    writeFileSync(file, '{  }');
    await second;
    assert.equal(changes, 0);
    witness.dispose();
    rows.dispose();
  });
});
