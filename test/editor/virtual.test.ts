import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Connection } from '../../src/core/connections/connection.ts';
import { Failure } from '../../src/core/failures.ts';
import { expectWritable, FolderBindings } from '../../src/extension/bindings/folderBindings.ts';
import { shareBinding } from '../../src/extension/bindings/bindingCommands.ts';
import { bindableFolder } from '../../src/extension/host/folders/bindableFolder.ts';
import { readHints } from '../../src/extension/bindings/suggestions/gather.ts';
import { AgentHookRows } from '../../src/extension/agentHooks/agentHooks.ts';
import { isScanned } from '../../src/extension/secrets/scannedDocuments.ts';
import { CollectingLog } from '../support/collectingLog.ts';
import { MemoryFiles } from '../support/memoryFiles.ts';

const connection: Connection = {
  kind: 'server',
  uuid: 'one',
  connectionId: 'one',
  serverUrl: 'https://quality.example',
  receiveNotifications: true,
};

/** As a repository that is looked at without a clone. */
describe('a virtual folder', () => {
  const files = new MemoryFiles();
  const scope: vscode.Disposable[] = [];
  const log = new CollectingLog();
  let folder: vscode.WorkspaceFolder;

  before(async () => {
    const { registerFileSystemProvider } = vscode.workspace;
    scope.push(
      registerFileSystemProvider('virtual', files, { isCaseSensitive: true }),
      registerFileSystemProvider('readonly', files, { isCaseSensitive: true, isReadonly: true }),
    );
    files.folders.add('/shop').add('/shop/.vscode').add('/shop/.service');
    files.files.set('/shop/.vscode/settings.json', bytes('{}'));
    files.files.set('/shop/sonar-project.properties', bytes('sonar.projectKey=acme:shop\n'));
    files.files.set('/shop/app.js', bytes('x = 1;\n'));
    folder = await add(vscode.Uri.parse('virtual:/shop'));
  });
  after(async () => {
    const gone = new Promise<void>((resolve) =>
      scope.push(vscode.workspace.onDidChangeWorkspaceFolders(() => resolve())),
    );
    vscode.workspace.updateWorkspaceFolders(folder.index, 1);
    await gone;
    for (const item of scope) item.dispose();
  });

  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const json = (path: string): unknown => JSON.parse(new TextDecoder().decode(files.files.get(path)));

  async function add(uri: vscode.Uri): Promise<vscode.WorkspaceFolder> {
    const added = new Promise<void>((resolve) =>
      scope.push(vscode.workspace.onDidChangeWorkspaceFolders(() => resolve())),
    );
    vscode.workspace.updateWorkspaceFolders(vscode.workspace.workspaceFolders?.length ?? 0, 0, { uri });
    await added;
    const there = vscode.workspace.getWorkspaceFolder(uri);
    assert.ok(there);
    return there;
  }

  it('has hints of its project in its files', async () => {
    const hints = await readHints({ uri: folder.uri, root: folder.uri, name: folder.name }, log);
    assert.ok(hints.some(({ origin, text }) => origin === 'propertiesFile' && text === 'acme:shop'));
  });

  it('gets a binding and a shared binding file', async () => {
    const ignore = () => ({ dispose: () => undefined });
    const bindings = new FolderBindings({
      connections: { list: () => [connection], onDidChange: ignore },
      log,
    });
    try {
      await bindings.bind(bindableFolder(folder), 'acme:shop', connection);
      assert.deepEqual(json('/shop/.vscode/settings.json'), {
        'service.connectedMode.project': { projectKey: 'acme:shop' },
      });
      await shareBinding(bindableFolder(folder), 'acme:shop', connection);
      assert.deepEqual(json('/shop/.service/connectedMode.json'), {
        serverUrl: connection.serverUrl,
        projectKey: 'acme:shop',
      });
    } finally {
      bindings.dispose();
    }
  });

  it('has its secrets reported', async () => {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder.uri, 'app.js'));
    assert.ok(isScanned(document));
  });

  it('gets no agent hooks, because programs cannot reach it', async () => {
    const extension = vscode.extensions.getExtension('service.service-ide');
    assert.ok(extension);
    const problems: unknown[] = [];
    const rows = new AgentHookRows({
      extension,
      changed: () => undefined,
      report: (error) => problems.push(error),
    });
    try {
      const row = (await rows.list()).find(({ folderUri }) => folderUri === folder.uri.toString());
      assert.equal(row?.state, 'nowhere');
      assert.deepEqual(problems, []);
    } finally {
      rows.dispose();
    }
  });

  it('is reported as read-only', () => {
    expectWritable(folder);
    const readOnly = { ...folder, uri: folder.uri.with({ scheme: 'readonly' }) };
    assert.throws(
      () => expectWritable(readOnly),
      (error) => Failure.is(error, 'readOnly'),
    );
  });
});
