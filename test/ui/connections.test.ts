import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { startRecordingProxy, type RecordingProxy } from '../support/recordingProxy.ts';
import { ServiceView } from './serviceView.ts';
import { scenario } from './scenario.ts';
import { bindingOf } from './userSettings.ts';

scenario('several connections', ({ keep }) => {
  let server: DemoPlatform;
  let cloud: DemoPlatform;
  let editor: UiEditor;
  let window: UiWindow;
  let view: ServiceView;
  let one: string;
  let three: string;

  before(async () => {
    server = await keep(DemoPlatform.start());
    cloud = await keep(DemoPlatform.start({ cloud: true }));
    await server.createProject('app', 'App of the Server', 'clean');
    await server.createProject('lib', 'Library of the Server', 'clean', 'bad');
    await server.createProject('more', 'Library without Analysis');
    editor = await keep(
      openEditor({
        settings: {
          'service.connectedMode.cloudHosts': { EU: { web: cloud.url, api: cloud.url } },
          'workbench.colorTheme': 'Default Light Modern',
        },
      }),
    );
    one = editor.folder('one', { 'a.js': 'export {};\n' });
    // The folder of the settings is there from the start, so that the editor watches it when the file changes.
    three = editor.folder('three', { '.vscode/settings.json': '{}' });
    const folders = [one, editor.folder('two', { 'b.js': 'export {};\n' }), three];
    window = await editor.openWindow({ workspace: editor.workspace('all', folders) });
    view = await ServiceView.in(window);
  });

  it('are not named in a binding while there is only one [BS3]', async () => {
    await view.addServer('Server', server);
    await window.command('Service: Bind Folder to Project');
    await view.choose('one', 'Folders');
    await view.choose('App of the Server', 'Bind one to a project');
    await view.waitForRow(/^App of the Server, project, quality gate Passed, folders one/);
    await becomes(() => bindingOf(one), { projectKey: 'app' });
  });

  it('can lead to different organizations of the cloud, which are checked', async () => {
    await window.command('Service: Add Connection');
    await view.choose('Cloud (EU region)', '(1/5)');
    await view.pasteToken(cloud.token, '(2/5)');
    await view.atStep('(3/5)');
    const own = await window.quickInput.getByRole('option').first().getAttribute('aria-label');
    await view.choose('Enter another organization…');
    await window.quickInput.getByPlaceholder('Organization key').waitFor();
    await view.answer('no-such-organization');
    await view.objection('Organization “no-such-organization” was not found');
    await window.quickInput.getByRole('button', { name: /Back/ }).click();
    await window.quickInput.getByPlaceholder('Select an organization').waitFor();
    await view.choose(own?.split(',')[0] ?? '');
    await view.answer('Cloud', '(4/5)');
    await view.choose('No notifications', '(5/5)');
    await view.waitForRow(/^Cloud, connection, Connected/);
  });

  it('are named in bindings once there is a second one [CN2]', async () => {
    await view.waitForRow(/^App of the Server, project/);
    await becomes(() => bindingOf(one), { projectKey: 'app', connectionId: 'Server' });
  });

  it('keep their bindings when they are renamed [CN4]', async () => {
    await view.act('Server, connection', 'Edit Connection', view.step('Edit Connection Server (1/4)'));
    await window.page.keyboard.press('Enter');
    await view.choose('Keep the stored token', '(2/4)');
    await view.answer('Quality', '(3/4)');
    await view.choose('Receive notifications', '(4/4)');
    await view.waitForRow(/^Quality, connection, Connected/);
    await view.waitForRow(/^App of the Server, project, quality gate Passed, folders one/);
    await becomes(() => bindingOf(one), { projectKey: 'app', connectionId: 'Quality' });
  });

  it('are offered when the user binds a folder, and Enter takes the shown project', async () => {
    await window.command('Service: Bind Folder to Project');
    await view.choose('two', 'Folders');
    await view.choose('Quality', 'Connections');
    await view.atStep('Bind two to a project');
    await window.focusedRow(/^App/).waitFor();
    await window.quickInputBox.fill('library');
    await window.focusedRow(/^Library/).waitFor();
    // The product has the answer to the text before the page does, which still lists the project at its former index.
    await window.page.evaluate(`for (const end = Date.now() + 3000; Date.now() < end; );
      const options = { key: 'Enter', code: 'Enter', keyCode: 13, bubbles: true, cancelable: true };
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', options));`);
    await view.waitForRow(/^Library of the Server, project, quality gate Failed, folders two/);
    await window.page.mouse.move(900, 400);
    await window.screenshot('tree');
  });

  it('are offered when a binding does not name one, and the binding keeps its project', async () => {
    writeFileSync(
      join(three, '.vscode/settings.json'),
      '{"service.connectedMode.project": {"projectKey": "app"}}',
    );
    await view.waitForRow(/^three, folder, Several connections/);
    await view.act('three, folder', 'Bind Folder to Project', view.step('Connections'));
    await view.choose('Quality');
    await view.atStep('Bind three to a project');
    assert.equal(await window.quickInputBox.inputValue(), 'app');
    await window.takeFirst(/^App of the Server/);
    await view.waitForRow(/^App of the Server, project, quality gate Passed, folders one, three/);
    await becomes(() => bindingOf(three), { projectKey: 'app', connectionId: 'Quality' });
  });

  it('show why they are not connected, and recover with a check', async () => {
    const check = async (): Promise<void> => {
      await window.command('Service: Check Connection');
      await view.choose('Quality', 'Connections');
    };
    server.control({ status: 'STARTING' });
    await check();
    await view.waitForRow(/^Quality, connection, Starting/);
    server.control({ status: 'UP' });
    server.play('8.9.10.61524');
    await check();
    await view.waitForRow(/^Quality, connection, Unsupported version/);
    server.play('26.9.0.129388');
    await check();
    await view.waitForRow(/^Quality, connection, Connected/);
  });

  it('can be saved after a failed check, but only if the user confirms it', async () => {
    await window.command('Service: Add Connection');
    await view.choose('Server', '(1/5)');
    await view.answer('http://127.0.0.1:9', '(2/5)');
    await view.objection('Press Enter again');
    await window.page.keyboard.press('Enter');
    await view.pasteToken(server.token, '(3/5)');
    await view.objection('Press Enter again');
    await window.page.keyboard.press('Enter');
    await view.answer('Nowhere', '(4/5)');
    await view.choose('Receive notifications', '(5/5)');
    await view.choose('Save anyway', 'The check failed');
    await view.waitForRow(/^Nowhere, connection, Unreachable/);
  });

  it('show that the editor has lost their token, and accept it again', async () => {
    // Without a keyring secrets live in the memory of the page.
    await window.page.reload();
    await window.ready();
    await view.open();
    await view.waitForRow(/^Quality, connection, Token missing/);
    await view.act('Quality, connection', 'Replace Token', view.step('Replace Token of Quality'));
    await view.pasteToken(server.token);
    await view.waitForRow(/^Quality, connection, Connected/);
  });
});

scenario('stored connections that the user must repair', ({ keep }) => {
  let server: DemoPlatform;
  let silent: RecordingProxy;
  let window: UiWindow;
  let view: ServiceView;

  before(async () => {
    server = await keep(DemoPlatform.start());
    const cloud = await keep(DemoPlatform.start({ cloud: true }));
    silent = await keep(startRecordingProxy(server.url));
    await server.createProject('demo', 'Demo Project');
    const token = await server.newToken('ci', 'PROJECT_ANALYSIS_TOKEN', { projectKey: 'demo' });
    const editor = await keep(
      openEditor({
        settings: {
          'service.connectedMode.cloudHosts': { EU: { web: cloud.url, api: cloud.url } },
          'service.connectedMode.connections.server': [
            { connectionId: 'Pipeline', serverUrl: server.url, token },
            { connectionId: 'Slow', serverUrl: silent.url, token: server.token },
          ],
          'service.connectedMode.connections.cloud': [
            { connectionId: 'Gone', organizationKey: 'gone', region: 'EU', token: cloud.token },
          ],
        },
        tokensMayLieIn: [/User\/settings\.json$/, /User\/History\//],
      }),
    );
    window = await editor.openWindow({ folder: editor.folder('demo') });
    view = await ServiceView.in(window);
  });

  it('show that their token is of the wrong kind, and offer to replace it', async () => {
    await view.waitForRow(/^Pipeline, connection, Wrong kind of token/);
    await view.act('Pipeline, connection', 'Replace Token', view.step('Replace Token of Pipeline'));
    await view.pasteToken(server.token);
    await view.waitForRow(/^Pipeline, connection, Connected/);
  });

  it('show that their organization does not exist or is not visible', () =>
    view.waitForRow(/^Gone, connection, Organization not found/));

  it('show progress while the platform is silent, and keep their state when the user cancels', async () => {
    await view.waitForRow(/^Slow, connection, Connected/);
    silent.hold(true);
    const progress = window.toast('Checking Slow');
    await view.act('Slow, connection', 'Check Connection', view.rowLike(/^Slow, connection, Checking/));
    await progress.hover();
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await view.waitForRow(/^Slow, connection, Connected/);
    await progress.waitFor({ state: 'detached' });
    silent.hold(false);
  });
});

scenario('a list of connections that cannot be read', ({ keep }) => {
  let window: UiWindow;
  let view: ServiceView;
  let file: string;
  const broken = '{ "version": 1, "connections": [ {';

  before(async () => {
    const editor = await keep(openEditor());
    const folder = join(editor.home.userData, 'User/globalStorage/service.service-ide');
    mkdirSync(folder, { recursive: true });
    file = join(folder, 'connections.json');
    writeFileSync(file, broken);
    window = await editor.openWindow({ folder: editor.folder('demo') });
    view = new ServiceView(window);
  });

  const welcome = (text: string) => window.page.locator('.welcome-view:visible').filter({ hasText: text });

  it('is shown as broken and left unchanged', async () => {
    await view.reveal(welcome('The list of connections could not be read'));
    assert.equal(readFileSync(file, 'utf8'), broken);
    await window.screenshot('broken');
  });

  it('is read again as soon as it was repaired', async () => {
    writeFileSync(file, '{"version":1,"connections":[],"tombstones":[],"migrated":[]}');
    await view.addButton.waitFor();
  });

  it('is shown as broken when it is damaged while the window is open', async () => {
    writeFileSync(file, broken);
    await welcome('The list of connections could not be read').waitFor();
    assert.equal(readFileSync(file, 'utf8'), broken);
  });
});
