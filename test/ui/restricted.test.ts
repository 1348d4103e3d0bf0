import { openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { ServiceView } from './serviceView.ts';
import { story } from './story.ts';

story('a workspace that nobody trusts', () => {
  let platform: DemoPlatform;
  let editor: UiEditor;
  let window: UiWindow;
  let view: ServiceView;

  before(async () => {
    platform = await DemoPlatform.start();
    await platform.createProject('demo', 'Demo Project');
    editor = await openEditor({
      workspaceTrust: true,
      settings: { 'service.connectedMode.suggestBindings': true },
    });
    const folder = editor.folder('hostile', {
      '.vscode/settings.json': '{ "service.connectedMode.project": { "projectKey": "demo" } }',
      'sonar-project.properties': 'sonar.projectKey=demo\n',
    });
    window = await editor.openWindow({ folder });
    view = new ServiceView(window);
    await view.open();
    await view.addServer('Quality', platform);
    await view.waitForRow(/^Quality, connection, Connected/);
  });
  after(async () => {
    try {
      await editor.close();
    } finally {
      await platform.stop();
    }
  });

  it('binds nothing by what it says', async () => {
    await view.waitForRow(/^hostile, folder, Restricted Mode/);
    await window.command('Service: Bind Folder to Project');
    await window.toast('In Restricted Mode no binding is followed').waitFor();
  });

  it('is bound as soon as somebody trusts it', async () => {
    await window.command('Workspaces: Manage Workspace Trust');
    await window.page.getByRole('button', { name: 'Trust', exact: true }).click();
    await view.open();
    await view.waitForRow(/^Demo Project, project, .*folders hostile/);
  });
});
