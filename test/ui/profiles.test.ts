import { cpSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { ServiceView } from './serviceView.ts';
import { boundTo } from './userSettings.ts';
import { scenario } from './scenario.ts';

// @oldest-editor: where profiles keep their settings and secrets differs by version.

scenario('connections in several profiles of an editor', ({ keep }) => {
  let platform: DemoPlatform;
  let editor: UiEditor;
  let window: UiWindow;
  let view: ServiceView;
  let folder: string;

  before(async () => {
    platform = await keep(DemoPlatform.start());
    await platform.createProject('demo', 'Demo Project', 'clean');
    // As one under development, the extension is there in every profile.
    editor = await keep(openEditor({ extension: 'development', lastingSecrets: true }));
    // A profile as an editor in a browser remembers it.
    const location = { $mid: 1, scheme: 'vscode-userdata', path: '/User/profiles/work' };
    const profiles = JSON.stringify(JSON.stringify([{ name: 'Work', location }]));
    const settings = join(editor.home.userData, 'User/profiles/work/settings.json');
    mkdirSync(dirname(settings), { recursive: true });
    cpSync(editor.home.settingsFile, settings);
    await keep(editor.context.addInitScript(`localStorage.setItem('userDataProfiles', ${profiles})`));
    folder = editor.folder('demo', boundTo('demo'));
    window = await editor.openWindow({ folder });
    view = await ServiceView.in(window, platform);
    await view.waitForRow(/^Demo Project, project, quality gate Passed, folders demo/);
    await window.page.close();
  });

  it('are the same in each, with their tokens, as are the bindings of folders', async () => {
    window = await editor.openWindow({ folder, profile: 'Work' });
    view = await ServiceView.in(window);
    await view.waitForRow(/^Demo Project, project, quality gate Passed, folders demo/);
    await window.screenshot('profile');
  });

  it('are renamed for all of them', async () => {
    await window.command('Service: Edit Connection');
    await view.answer(platform.url, 'Edit Connection Quality (1/4)');
    await view.choose('Keep the stored token', '(2/4)');
    await view.answer('Renamed', '(3/4)');
    await view.choose('Receive notifications', '(4/4)');
    await view.waitForRow(/^Renamed, connection, Connected/);
    const other = await editor.openWindow({ folder });
    const otherView = await ServiceView.in(other);
    await otherView.waitForRow(/^Renamed, connection, Connected/);
    await otherView.waitForRow(/^Demo Project, project, quality gate Passed, folders demo/);
  });
});
