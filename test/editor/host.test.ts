import { strict as assert } from 'node:assert';
import * as vscode from 'vscode';
import { openFolder } from '../harness/host.ts';

describe('extension host', () => {
  it('runs in the editor of the given version', () =>
    assert.equal(vscode.version, process.env.SERVICE_EDITOR));

  it('opens a folder for a suite', async () => {
    const folder = await openFolder('own', { 'src/a.ts': 'export {};\n' });
    const file = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder.uri, 'src/a.ts'));
    assert.equal(new TextDecoder().decode(file), 'export {};\n');
  });
});
