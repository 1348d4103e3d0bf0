import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { ServiceView } from './serviceView.ts';
import { story } from './story.ts';

story('a bound folder', () => {
  let platform: DemoPlatform;
  let editor: UiEditor;
  let window: UiWindow;
  let view: ServiceView;
  let folder: string;

  before(async () => {
    platform = await DemoPlatform.start();
    for (let n = 1; n <= 150; n++) await platform.createProject(`filler-${n}`, `Filler ${n}`);
    await platform.createProject('demo', 'Demo Project');
    assert.equal(await platform.analyze('demo', 'clean'), 'OK');
    editor = await openEditor({ settings: { 'service.notifications.pollInterval': 10 } });
    folder = editor.folder('demo', { 'a.js': 'export const a = 1;\n' });
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

  const settings = async (): Promise<unknown> =>
    JSON.parse(await readFile(join(folder, '.vscode/settings.json'), 'utf8'));

  it('is listed while it is not bound, with an action to bind it', async () => {
    await view.act(
      'demo, folder, Not bound',
      'Bind Folder to Project',
      view.step('Bind demo to a project of Quality'),
    );
  });

  it('is bound to a project that the platform finds while the person types', async () => {
    await window.quickInput.getByRole('option', { name: /^Filler 1,/ }).waitFor();
    // From the first row up to the last.
    await window.page.keyboard.press('ArrowUp');
    await window.quickInput.getByRole('option', { name: /Show more \(100 of 151\)/ }).waitFor();
    await window.quickInputBox.pressSequentially('demo');
    await window.quickInput.getByRole('option', { name: /^Demo Project/ }).waitFor();
    // What was found for the text before.
    await window.quickInput
      .getByRole('option', { name: /^Filler/ })
      .first()
      .waitFor({ state: 'detached' });
    await window.screenshot('bind');
    await window.takeFirst(/^Demo Project/);
    await view.waitForRow(/^Demo Project, project, quality gate Passed, folders demo/);
    await becomes(settings, { 'service.connectedMode.project': { projectKey: 'demo' } });
  });

  it('has its gate in the status bar', async () => {
    await view.gate.filter({ hasText: 'Gate: Passed' }).waitFor();
  });

  it('makes a toast when its gate flips, once', async () => {
    assert.equal(await platform.analyze('demo', 'bad'), 'ERROR');
    const toast = window.toast('The quality gate of Demo Project has failed. Before: Passed.');
    // Under the mouse it stays for the next step.
    await toast.hover();
    assert.equal(await toast.count(), 1);
    await view.waitForRow(/^Demo Project, project, quality gate Failed/);
    await view.gate.filter({ hasText: 'Gate: Failed' }).waitFor();
    await window.screenshot('toast');
  });

  it("opens the project's page from the toast, on the platform of the connection", async () => {
    const opened = editor.context.waitForEvent('page');
    await window.answerToast('has failed', 'Open in Browser');
    const page = await opened;
    // These server builds reach ports of their own machine by a path of their own; that of 1.103 forgets the rest.
    const { port } = new URL(platform.url);
    await page.waitForURL(new RegExp(String.raw`[:/]${port}/(?:dashboard\?id=demo)?$`));
    await page.close();
    await window.focus();
  });

  it('makes no more toasts when the person says so, and still shows its state', async () => {
    assert.equal(await platform.analyze('demo', 'clean'), 'OK');
    await window.answerToast('has passed', "Don't Show for This Project");
    await view.row('Demo Project').filter({ hasText: 'muted' }).waitFor();
    assert.equal(await platform.analyze('demo', 'bad'), 'ERROR');
    await view.gate.click();
    await view.choose('Check now');
    await view.gate.filter({ hasText: 'Gate: Failed' }).waitFor();
    assert.equal(await window.toast('has failed').count(), 0);
  });

  it('loses its binding with its connection, and is named before', async () => {
    await view.row('Quality').focus();
    await window.command('Service: Delete Connection');
    const dialog = window.page.getByRole('dialog').filter({ hasText: 'Delete the connection Quality?' });
    await dialog.filter({ hasText: 'These folders are unbound: demo.' }).waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await view.addButton.waitFor();
    await view.gate.waitFor({ state: 'hidden' });
    await becomes(settings, {});
  });
});
