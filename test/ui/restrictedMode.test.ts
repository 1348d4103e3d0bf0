import assert from 'node:assert/strict';
import { join } from 'node:path';
import { openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { startRecordingProxy, type RecordingProxy } from '../support/recordingProxy.ts';
import { ServiceView } from './serviceView.ts';
import { scenario } from './scenario.ts';
import { withServers } from './userSettings.ts';

const serverKey = 'service.connectedMode.connections.server';
const projectKey = 'service.connectedMode.project';

/** Whether a request is about projects, and not only about the connection. */
const isAboutProjects = (url: string): boolean => /project|measures|components|search_events/.test(url);

scenario('a folder that is not trusted', ({ keep }) => {
  let proxy: RecordingProxy;
  let editor: UiEditor;
  let window: UiWindow;
  let view: ServiceView;
  let folder: string;

  before(async () => {
    const platform = await keep(DemoPlatform.start());
    proxy = await keep(startRecordingProxy(platform.url));
    await platform.createProject('demo', 'Demo Project', 'clean');
    await platform.createProject('cart', 'Cart', 'clean', 'bad');
    editor = await keep(
      openEditor({
        workspaceTrust: true,
        ...withServers([{ connectionId: 'Quality', serverUrl: proxy.url, token: platform.token }]),
      }),
    );
    const settings = {
      [projectKey]: { projectKey: 'demo' },
      'service.connectedMode.subfolders': { 'packages/cart': { projectKey: 'cart' } },
      [serverKey]: [{ connectionId: 'Planted', serverUrl: 'http://127.0.0.1:9', token: 'planted' }],
    };
    folder = editor.folder('demo', {
      '.vscode/settings.json': JSON.stringify(settings),
      'packages/cart/demo.js': 'export const one = 1;\ndebugger;\n',
    });
    window = await editor.openWindow({ folder });
    view = await ServiceView.in(window);
  });

  it('causes no request about its projects, and the view and the commands say why [R4]', async () => {
    await view.waitForRow(/^Quality, connection, Connected/);
    await view.waitForRow(/^demo, folder, Restricted Mode/);
    await window.command('Service: Show Quality Gate of Current Folder');
    await window.toast('Bindings are disabled in Restricted Mode.').waitFor();
    assert.deepEqual(proxy.requests.filter(isAboutProjects), []);
    assert.equal(await view.row('Planted').count(), 0);
  });

  it('causes no request about the projects of its packages, also for their open files', async () => {
    await window.openFile(join(folder, 'packages/cart/demo.js'));
    await window.command('Service: Show Issues Behind the Quality Gate');
    await window.toast('Bindings are disabled in Restricted Mode.').waitFor();
    assert.equal(await view.row('demo/packages/cart').count(), 0);
    assert.deepEqual(proxy.requests.filter(isAboutProjects), []);
    await window.screenshot('restricted-packages');
  });

  it('has its agent hooks read only once the user trusts it', async () => {
    const agentHooks = new ServiceView(window, 'Agent Hooks');
    await agentHooks.focus();
    await agentHooks.waitForRow(/^demo, agent hooks, Restricted Mode$/);
    await window.screenshot('restricted-agent-hooks');
  });

  it('is followed once the user trusts it', async () => {
    await window.command('Workspaces: Manage Workspace Trust');
    const trust = window.page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust' });
    await trust.first().click();
    await view.waitForRow(/^Demo Project, project, quality gate Passed, folders demo/);
    await view.waitForRow(/^Cart, project, quality gate Failed, folders demo\/packages\/cart/);
    assert.notDeepEqual(proxy.requests.filter(isAboutProjects), []);
    await new ServiceView(window, 'Agent Hooks').waitForRow(/^demo, agent hooks, Not configured$/);
  });
});
