import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { commonJsPackage } from '../../src/node/files/serviceHome.ts';
import { cliFiles } from '../../src/extension/agentHooks/cliFiles.ts';
import { installCli } from '../../src/extension/agentHooks/installCli.ts';
import { answering, ownExtension } from '../harness/host.ts';
import { MemoryFiles } from '../support/memoryFiles.ts';

describe('service-cli for agent hooks on another machine', () => {
  const other = new MemoryFiles();
  let registration: vscode.Disposable;
  let extension: vscode.Extension<unknown>;
  const folder = {
    uri: vscode.Uri.parse('othermachine://host/home/ann/shop'),
    name: 'shop',
    index: 0,
  };

  before(() => {
    registration = vscode.workspace.registerFileSystemProvider('othermachine', other);
    extension = ownExtension();
  });
  after(() => {
    registration.dispose();
  });

  it('is not copied after the user declined', async () => {
    const placed = await answering('workbench.action.closeQuickOpen', installCli(extension, folder));
    assert.equal(placed, undefined);
    assert.equal(other.files.size, 0);
  });

  it('is copied to its bin folder on that machine after a question, byte for byte, and started there', async () => {
    const { version } = extension.packageJSON as { version: string };
    const placed = await answering(
      'workbench.action.acceptSelectedQuickOpenItem',
      installCli(extension, folder),
    );
    const bin = `/home/ann/.service/service-cli/bin/${version}`;
    assert.deepEqual(placed, { program: '/usr/bin/env', args: ['node', `${bin}/cli.js`] });
    const names = [commonJsPackage.name, ...cliFiles];
    assert.deepEqual([...other.files.keys()].sort(), names.map((name) => `${bin}/${name}`).sort());
    assert.equal(Buffer.from(other.files.get(`${bin}/package.json`) ?? []).toString(), commonJsPackage.text);
    for (const name of cliFiles) {
      const own = readFileSync(join(extension.extensionUri.fsPath, 'dist', name));
      assert.ok(Buffer.compare(own, other.files.get(`${bin}/${name}`) ?? Buffer.alloc(0)) === 0, name);
    }
  });

  it('runs from the extension when the folder is on the same machine', async () => {
    const [here] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(here);
    const placed = await installCli(extension, here);
    assert.deepEqual(placed, {
      program: process.execPath,
      args: [join(extension.extensionUri.fsPath, 'dist/cli.js')],
    });
  });
});
