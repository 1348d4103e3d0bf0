import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds } from '../../../src/extension/host/commandTable.ts';
import type { PublicGate, ServiceApi } from '../../../src/extension/publicApi.ts';
import { openFolder, readyApi } from '../../harness/host.ts';
import { becomes } from '../../support/becomes.ts';
import { assertNone } from '../../support/lists.ts';

const projectSetting = 'service.connectedMode.project';
const legacySetting = 'service.connectedMode.connections.server';

describe('extension', () => {
  let api: ServiceApi;
  let first: vscode.WorkspaceFolder;
  /** The gates of folders, read when the event of the API names the folder. */
  const noticed = new Map<string, PublicGate | undefined>();

  before(async () => {
    api = await readyApi();
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    first = folder;
    const notice = (uri: vscode.Uri) => void noticed.set(uri.toString(), api.gateOf(uri));
    notice(first.uri);
    api.onDidChangeGate(notice);
  });

  const gateBecomes = (folder: vscode.WorkspaceFolder, expected: PublicGate) =>
    becomes(() => noticed.get(folder.uri.toString()), expected);
  const bind = (folder: vscode.WorkspaceFolder, value: unknown, target: vscode.ConfigurationTarget) =>
    vscode.workspace.getConfiguration(undefined, folder.uri).update(projectSetting, value, target);
  const { WorkspaceFolder, Workspace, Global } = vscode.ConfigurationTarget;

  const mainGate = (projectKey: string): PublicGate => ({
    connection: hostOfPlatform(),
    projectKey,
    branch: undefined,
    pullRequest: undefined,
    status: 'OK',
  });

  it('registers every command of its table', async () => {
    const known = new Set(await vscode.commands.getCommands(true));
    assertNone(commandIds, (id) => !known.has(id));
  });

  it('has the connection of the old settings, named after its address, without its token', async () => {
    await gateBecomes(first, mainGate('demo'));
    assert.deepEqual(api.connections(), [
      { name: hostOfPlatform(), kind: 'server', serverUrl: `http://${hostOfPlatform()}` },
    ]);
  });

  it('leaves the old settings as they are at this start', () => {
    const value = vscode.workspace.getConfiguration().get<unknown[]>(legacySetting);
    assert.equal(value?.length, 2);
  });

  it('follows the binding of every folder of the window', async () => {
    const second = await openFolder('second');
    assert.equal(api.gateOf(second.uri), undefined);
    await bind(second, { projectKey: 'other' }, WorkspaceFolder);
    await gateBecomes(second, mainGate('other'));
    assert.equal(api.gateOf(first.uri)?.projectKey, 'demo');
    assert.equal(api.gateOf(vscode.Uri.joinPath(second.uri, 'deep/file.ts'))?.projectKey, 'other');
  });

  it('unbinds a folder that a command names, and only that', async () => {
    const second = vscode.workspace.workspaceFolders?.find(({ name }) => name === 'second');
    assert.ok(second);
    await vscode.commands.executeCommand('service.unbindFolder', { folderUri: second.uri.toString() });
    assert.equal(api.gateOf(second.uri), undefined);
    assert.equal(api.gateOf(first.uri)?.projectKey, 'demo');
  });

  it('reads a binding of the workspace for folders without one of their own', async () => {
    const third = await openFolder('third');
    await bind(third, { projectKey: 'other' }, Workspace);
    await gateBecomes(third, mainGate('other'));
    assert.equal(api.gateOf(first.uri)?.projectKey, 'demo');
    await bind(third, undefined, Workspace);
    assert.equal(api.gateOf(third.uri), undefined);
  });

  it('ignores a binding in user settings [BS1]', async () => {
    const fourth = await openFolder('fourth');
    await bind(fourth, { projectKey: 'other' }, Global);
    assert.equal(api.gateOf(fourth.uri), undefined);
    await bind(fourth, undefined, Global);
  });

  it('sends no request for a binding that is malformed or names an unknown connection', async () => {
    const fifth = await openFolder('fifth');
    for (const value of ['other', { projectKey: 7 }, { projectKey: 'other', connectionId: 'gone' }]) {
      await bind(fifth, value, WorkspaceFolder);
      assert.equal(api.gateOf(fifth.uri), undefined);
    }
    await bind(fifth, { projectKey: 'other', connectionId: hostOfPlatform() }, WorkspaceFolder);
    await gateBecomes(fifth, mainGate('other'));
  });

  it('follows the branch that is checked out in a folder if the platform has it', async () => {
    const sixth = await openFolder('sixth', { '.git/HEAD': 'ref: refs/heads/fix\n' });
    const gate = { connection: hostOfPlatform(), projectKey: 'demo', pullRequest: undefined } as const;
    await bind(sixth, { projectKey: 'demo', connectionId: gate.connection }, WorkspaceFolder);
    await gateBecomes(sixth, { ...gate, branch: 'fix', status: 'ERROR' });
    assert.equal(api.gateOf(first.uri)?.status, 'OK');
    const checkOut = (head: string) =>
      vscode.workspace.fs.writeFile(
        vscode.Uri.joinPath(sixth.uri, '.git/HEAD'),
        new TextEncoder().encode(`${head}\n`),
      );
    for (const elsewhere of ['ref: refs/heads/local', 'a'.repeat(40)]) {
      await checkOut(elsewhere);
      await gateBecomes(sixth, { ...gate, branch: undefined, status: 'OK' });
      await checkOut('ref: refs/heads/fix');
      await gateBecomes(sixth, { ...gate, branch: 'fix', status: 'ERROR' });
    }
  });

  it('shows the migration report in one page, however often the user asks for it', async () => {
    const { tabGroups } = vscode.window;
    for (let times = 0; times < 2; times++) {
      await vscode.commands.executeCommand('service.showMigrationReport');
      // The tab of a command's webview appears some time after the command.
      const shown = () => tabGroups.activeTabGroup.activeTab?.label;
      await becomes(() => shown(), 'Migration Report');
    }
    const tabs = tabGroups.all.flatMap((group) => group.tabs);
    assert.equal(tabs.filter(({ label }) => label === 'Migration Report').length, 1);
  });

  function hostOfPlatform(): string {
    const [server] = vscode.workspace.getConfiguration().get<{ serverUrl: string }[]>(legacySetting) ?? [];
    assert.ok(server);
    return new URL(server.serverUrl).host;
  }

  it('gives a file the gate of the innermost bound folder of a monorepo', async () => {
    const mono = await openFolder('mono', { 'packages/cart/a.js': '', 'packages/shop/a.js': '', 'b.js': '' });
    const [connection] = api.connections();
    const connectionId = connection?.name;
    await bind(mono, { projectKey: 'demo', connectionId }, WorkspaceFolder);
    await vscode.workspace.getConfiguration(undefined, mono.uri).update(
      'service.connectedMode.subfolders',
      {
        'packages/cart': { projectKey: 'other', connectionId },
        'packages/../../elsewhere': { projectKey: 'other', connectionId },
      },
      WorkspaceFolder,
    );
    const keyOf = (path: string) => api.gateOf(vscode.Uri.joinPath(mono.uri, path))?.projectKey;
    await becomes(() => keyOf('packages/cart/a.js'), 'other');
    assert.deepEqual(['packages/shop/a.js', 'b.js', 'packages'].map(keyOf), ['demo', 'demo', 'demo']);
    const below = api.bindings().filter(({ folder }) => folder.path.startsWith(`${mono.uri.path}/`));
    assert.deepEqual(
      below.map(({ folder, projectKey }) => [folder.path.slice(mono.uri.path.length), projectKey]),
      [['/packages/cart', 'other']],
    );
  });
});
