import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { ServiceView } from './serviceView.ts';
import { story } from './story.ts';

story('by keyboard alone, a person', () => {
  let platform: DemoPlatform;
  let editor: UiEditor;
  let window: UiWindow;
  let view: ServiceView;
  let bound: string;

  before(async () => {
    platform = await DemoPlatform.start();
    await platform.createProject('demo', 'Demo Project');
    await platform.analyze('demo', 'clean');
    editor = await openEditor();
    bound = editor.folder('bound', {
      '.vscode/settings.json': '{ "service.connectedMode.project": { "projectKey": "demo" } }',
    });
    window = await editor.openWindow({ workspace: editor.workspace('two', [bound, editor.folder('free')]) });
    view = new ServiceView(window);
    await view.open();
    await view.addServer('Quality', platform);
    await view.waitForRow(/^Demo Project, project, quality gate Passed, folders bound/);
  });
  after(async () => {
    try {
      await editor.close();
    } finally {
      await platform.stop();
    }
  });

  /** Goes to a row of the view by the arrow keys, and opens its menu. Returns what it offers. */
  async function menuOf(row: string): Promise<readonly string[]> {
    await goTo(row);
    await window.page.keyboard.press('Shift+F10');
    const labels = window.page.locator('.monaco-menu .action-label:not(.separator)');
    await labels.first().waitFor();
    const texts = await labels.allInnerTexts();
    await window.page.keyboard.press('Escape');
    await labels.first().waitFor({ state: 'detached' });
    return texts.map((text) => text.trim()).filter((text) => text !== '');
  }

  async function goTo(row: string): Promise<void> {
    await view.tree.focus();
    await window.page.keyboard.press('Home');
    const rows = await view.tree.getByRole('treeitem').count();
    const isThere = view.tree.locator('.monaco-list-row.focused').and(view.row(row));
    for (let n = 0; n < rows && (await isThere.count()) === 0; n++)
      await window.page.keyboard.press('ArrowDown');
    await isThere.waitFor();
  }

  it('hears of each row what it is', async () => {
    await goTo('Demo Project, project');
    await window.page.keyboard.press('ArrowRight');
    await view.waitForRow(/^bound, bound folder/);
    const rows = await view.tree.getByRole('treeitem').all();
    const snapshot = await Promise.all(
      rows.map(async (row) =>
        [await row.getAttribute('aria-level'), await row.getAttribute('aria-label')].join(' '),
      ),
    );
    assert.deepEqual(
      snapshot.map((line) => line.replace(/, has actions$/, '')),
      [
        '1 Quality, connection, Connected',
        '2 Demo Project, project, quality gate Passed, folders bound',
        '3 bound, bound folder',
        '1 free, folder, Not bound',
      ],
    );
  });

  it('offers the actions of each row by keyboard', async () => {
    assert.deepEqual(await menuOf('Quality, connection'), [
      'Check Connection Again',
      'Open Connection in Browser',
      'Edit Connection',
      'Replace Token',
      'Delete Connection',
    ]);
    const ofProject = await menuOf('Demo Project, project');
    for (const action of ['Open Project in Browser', 'Stop Notifications for Project', 'Share Binding'])
      assert.ok(ofProject.includes(action), action);
    assert.deepEqual(await menuOf('bound, bound folder'), [
      'Bind Folder to Project',
      'Share Binding',
      'Unbind Folder',
      'Why Am I Not Notified?',
    ]);
    assert.deepEqual(await menuOf('free, folder'), [
      'Bind Folder to Project',
      'Suggest Bindings for Folders',
    ]);
  });

  it('offers the actions of a muted project by keyboard', async () => {
    const muted = view.row('Demo Project').filter({ hasText: 'muted' });
    await window.command('Service: Stop Notifications for Project');
    await muted.waitFor();
    assert.ok((await menuOf('Demo Project, project')).includes('Resume Notifications for Project'));
    await window.command('Service: Resume Notifications for Project');
    await muted.waitFor({ state: 'detached' });
  });

  it('shows the gate of the folder and what can be done', async () => {
    await window.command('Service: Show Quality Gate of Current Folder');
    await view.atStep('Quality gate of Demo Project: Passed');
    await window.page.keyboard.press('Escape');
  });

  it('opens the connection in the browser', async () => {
    const opened = editor.context.waitForEvent('page');
    await window.command('Service: Open Connection in Browser');
    const page = await opened;
    // This editor runs in a browser and takes any port of 127.0.0.1 for one of its own machine's.
    assert.equal(new URL(page.url()).hostname, new URL(platform.url).hostname);
    await page.close();
  });

  it('opens the project in the browser', async () => {
    const opened = editor.context.waitForEvent('page');
    await window.command('Service: Open Project in Browser');
    const page = await opened;
    await page.waitForURL(/\/dashboard\?id=demo$/);
    await page.close();
  });

  it('exports connections without their tokens, and imports them', async () => {
    const file = join(bound, 'connections.json');
    await window.command('Service: Export Connections');
    await view.atStep('Export Connections');
    await view.answer(file);
    await window.toast('Connections exported without their tokens: 1.').waitFor();
    assert.ok(existsSync(file));
    assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), {
      version: 1,
      connections: [{ name: 'Quality', serverUrl: platform.url, receiveNotifications: true }],
    });
    await window.command('Service: Import Connections');
    await view.atStep('Import Connections');
    await view.answer(file);
    await window.toast('All its connections are there already.').waitFor();
  });

  it('unbinds a folder', async () => {
    await window.command('Service: Unbind Folder');
    await view.waitForRow(/^bound, folder, Not bound/);
  });

  it('checks all connections', async () => {
    platform.control({ status: 'STARTING' });
    await window.command('Service: Check All Connections');
    await view.waitForRow(/^Quality, connection, Starting/);
    platform.control({ status: 'UP' });
    await window.command('Service: Check All Connections');
    await view.waitForRow(/^Quality, connection, Connected/);
  });

  it('says that there is nothing to remove from the settings', async () => {
    await window.command('Service: Remove Migrated Connections from Settings');
    await window.toast('There is nothing in the settings that could be removed.').waitFor();
  });

  it('asks for the address of a relay', async () => {
    await window.command('Service: Connect to Relay');
    await view.atStep('Connect to Relay (1/2)');
    await view.answer('no address');
    await view.objection('Enter an http or https address');
    await window.page.keyboard.press('Escape');
  });

  it('opens the walkthrough', async () => {
    await window.command('Service: Get Started');
    await window.page.getByText('Connect to your platform').first().waitFor();
    await window.screenshot('walkthrough');
  });

  it('shows the log', async () => {
    await window.command('Service: Show Log');
    await window.page.locator('.part.panel .view-lines').waitFor();
  });
});
