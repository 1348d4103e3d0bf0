import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { ServiceView } from './serviceView.ts';
import { story } from './story.ts';

const key = 'service.connectedMode.connections.server';

story('connections of a 3.5.4 settings file', () => {
  let platform: DemoPlatform;
  let editor: UiEditor;
  let window: UiWindow;
  let view: ServiceView;
  let folder: string;

  before(async () => {
    platform = await DemoPlatform.start();
    await platform.createProject('demo', 'Demo Project');
    const server = { connectionId: 'Old', serverUrl: `${platform.url}/`, token: platform.token };
    editor = await openEditor({
      settings: { [key]: [server, { serverUrl: 7, note: 'no server' }] },
      lastingSecrets: true,
      // Before they are removed, and what the editor keeps of them: which is what the person is told.
      tokensMayLieIn: [/User\/History\//],
    });
    folder = editor.folder('demo', {
      '.vscode/settings.json': '{"service.connectedMode.project": {"projectKey": "demo"}}',
    });
    await open();
  });
  after(async () => {
    try {
      await editor.close();
    } finally {
      await platform.stop();
    }
  });

  async function open(): Promise<void> {
    window = await editor.openWindow({ folder });
    view = new ServiceView(window);
    await view.open();
  }

  const settings = async (): Promise<unknown[]> =>
    (JSON.parse(await readFile(editor.home.settingsFile, 'utf8')) as Record<string, unknown[]>)[key] ?? [];

  it('are there at the first start, with their tokens and bindings', async () => {
    await view.waitForRow(/^Old, connection, Connected/);
    await view.waitForRow(/^Demo Project, project, quality gate Not computed, folders demo/);
    await window.toast('Connections moved from the settings to the view Connected Mode: 1.').waitFor();
    await window.toast('Entries that were not understood and stay: 1.').waitFor();
    assert.equal((await settings()).length, 2);
  });

  it('are told of in a report without a token', async () => {
    await window.toast('Connections moved').getByRole('button', { name: 'Show Report' }).click();
    const document = window.page.locator('.monaco-editor .view-lines');
    await document.filter({ hasText: 'Moved: Old.' }).waitFor();
    const text = (await document.textContent()) ?? '';
    assert.ok(!text.includes(platform.token));
    assert.match(text.replaceAll('\u00a0', ' '), /entry 2.*Not understood: `serverUrl`/);
    await window.screenshot('migration');
  });

  it('leave the settings at the next start, because their token is still stored', async () => {
    await editor.restart();
    await open();
    await view.waitForRow(/^Old, connection, Connected/);
    await window.toast('Connections removed from the settings: 1.').waitFor();
    await becomes(settings, [{ serverUrl: 7, note: 'no server' }]);
  });

  it('are not moved again at any later start', async () => {
    await editor.restart();
    await open();
    await view.waitForRow(/^Old, connection, Connected/);
    assert.equal(await view.tree.getByRole('treeitem', { name: /, connection, / }).count(), 1);
    assert.equal(await window.toast(/Connections (moved|removed)/).count(), 0);
  });
});
