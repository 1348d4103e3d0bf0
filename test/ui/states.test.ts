import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEditor, type UiWindow } from '../harness/ui.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { startRecordingProxy, type RecordingProxy } from '../support/recordingProxy.ts';
import { ServiceView } from './serviceView.ts';
import { scenario } from './scenario.ts';

const serverKey = 'service.connectedMode.connections.server';
const cloudKey = 'service.connectedMode.connections.cloud';

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
          [serverKey]: [
            { connectionId: 'Pipeline', serverUrl: server.url, token },
            { connectionId: 'Slow', serverUrl: silent.url, token: server.token },
          ],
          [cloudKey]: [{ connectionId: 'Gone', organizationKey: 'gone', region: 'EU', token: cloud.token }],
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
