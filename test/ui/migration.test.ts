import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { ServiceView } from './serviceView.ts';
import { boundTo } from './userSettings.ts';
import { scenario } from './scenario.ts';

// @oldest-editor: secret storage, settings files and notifications differ by version.

const key = 'service.connectedMode.connections.server';

scenario('connections of a 3.5.4 settings file', ({ keep }) => {
  let platform: DemoPlatform;
  let editor: UiEditor;
  let window: UiWindow;
  let view: ServiceView;
  let folder: string;

  before(async () => {
    platform = await keep(DemoPlatform.start());
    await platform.createProject('demo', 'Demo Project');
    const server = {
      connectionId: 'Old',
      serverUrl: `${platform.url}/`,
      token: platform.token,
      disableNotifications: 'no',
    };
    editor = await keep(
      openEditor({
        settings: { [key]: [server, { serverUrl: 7, note: 'no server' }] },
        lastingSecrets: true,
        // The settings before the tokens are removed, and the copies that the editor keeps: the report names both.
        tokensMayLieIn: [/User\/History\//],
      }),
    );
    folder = editor.folder('demo', boundTo('demo'));
    await open();
  });

  async function open(): Promise<void> {
    window = await editor.openWindow({ folder });
    view = await ServiceView.in(window);
  }

  const settings = async (): Promise<unknown[]> =>
    (JSON.parse(await readFile(editor.home.settingsFile, 'utf8')) as Record<string, unknown[]>)[key] ?? [];

  const reportRow = (name: RegExp) =>
    window.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame').getByRole('row', { name });

  it('are in the view at the first start, with their tokens and bindings [CO3] [VE1]', async () => {
    await view.waitForRow(/^Old, connection, Connected/);
    await view.waitForRow(/^Demo Project, project, quality gate Not computed, folders demo/);
    const told = /settings to the Connected Mode view: 1\..*Entries skipped because they are not valid: 1\./;
    await window.notification(told);
    assert.equal((await settings()).length, 2);
  });

  it('are listed in a report without a token', async () => {
    await window.answerToast('Connections moved', 'Show Report');
    const report = window.page.frameLocator('iframe.webview').frameLocator('#active-frame').locator('body');
    const moved = report.getByRole('cell', { name: 'Moved to connection “Old”.' });
    await moved.filter({ hasText: 'The value of disableNotifications is not valid' }).waitFor();
    await report.getByRole('row', { name: /entry 2.*Skipped: serverUrl/ }).waitFor();
    assert.ok(!(await report.innerText()).includes(platform.token));
    await window.screenshot('migration');
  });

  it('are listed with the same result when the report is shown again', async () => {
    await window.command('View: Close All Editors');
    await window.command('Service: Show Migration Report');
    await reportRow(
      /entry 1.*Moved to connection “Old”\..*removed the next time the editor starts/,
    ).waitFor();
  });

  it('leave the settings at the next start, because their token is still stored', async () => {
    await editor.restart();
    await open();
    await view.waitForRow(/^Old, connection, Connected/);
    await window.notification('Connections removed from the settings: 1.');
    // A report that the editor opens again has no content.
    assert.equal(await window.page.locator('.tab', { hasText: 'Migration Report' }).count(), 0);
    await becomes(settings, [{ serverUrl: 7, note: 'no server' }]);
  });

  it('stay in the report after they have left the settings', async () => {
    await window.command('Service: Show Migration Report');
    await reportRow(/Moved to connection “Old”\..*removed$/).waitFor();
    await reportRow(/Skipped: serverUrl/).waitFor();
    await window.screenshot('migration-later');
  });

  it('are not moved again at any later start', async () => {
    await editor.restart();
    await open();
    await view.waitForRow(/^Old, connection, Connected/);
    assert.equal(await view.tree.getByRole('treeitem', { name: /, connection, / }).count(), 1);
    assert.equal(await window.toast(/Connections (moved|removed)/).count(), 0);
  });
});
