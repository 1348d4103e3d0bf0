import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { webviewOf } from './gateDetailsPage.ts';
import { ServiceView } from './serviceView.ts';
import { scenario } from './scenario.ts';

// @oldest-editor: the preview of Markdown and the status bar are the editor's.

scenario('the news of an update', ({ keep }) => {
  let editor: UiEditor;
  let folder: string;
  let window: UiWindow;

  const entryIn = ({ page }: UiWindow): Locator => page.locator('[id="service.service-ide.whatsNew"]');
  const pageOf = (shown: UiWindow, heading: string): Locator =>
    webviewOf(shown).getByRole('heading', { name: heading });
  /** Restarts the editor with another version of the extension in the same folder, as after an update. */
  const updateTo = async (version: string): Promise<void> => {
    const [name = ''] = readdirSync(editor.home.extensions).filter((entry) => entry.startsWith('service.'));
    const file = join(editor.home.extensions, name, 'package.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...manifest, version }));
    // The editor reads manifests again when this file is newer.
    const list = join(editor.home.extensions, 'extensions.json');
    writeFileSync(list, readFileSync(list));
    await editor.restart();
  };
  const whenOffered = (version: string): Promise<void> => {
    const file = join(editor.home.userData, 'User/globalStorage/service.service-ide', `news-${version}`);
    return becomes(() => existsSync(file), true);
  };

  before(async () => {
    editor = await keep(openEditor());
    folder = editor.folder('shop');
  });

  it('is not offered after the first installation', async () => {
    await updateTo('4.9.0');
    window = await editor.openWindow({ folder });
    await whenOffered('4.9');
    await (await ServiceView.in(window)).addButton.waitFor();
    assert.equal(await entryIn(window).count(), 0);
  });

  it('is an entry of the status bar, with its meaning for a screen reader, and no notification', async () => {
    await updateTo('5.0.0');
    window = await editor.openWindow({ folder });
    await entryIn(window).getByText("What's New in Service 5.0").waitFor();
    await entryIn(window)
      .getByRole('button', { name: 'Service for IDE was updated to 5.0. Select to read what is new.' })
      .waitFor();
    assert.equal(await window.page.locator('.notification-toast').count(), 0);
    await window.screenshot('whats-new-entry');
  });

  it('is offered in one window only', async () => {
    const second = await editor.openWindow({ folder: editor.folder('other') });
    await (await ServiceView.in(second)).addButton.waitFor();
    await second.command('Service: Show Migration Report');
    assert.equal(await entryIn(second).count(), 0);
    await second.page.close();
    await window.focus();
  });

  it('opens as a page from the status bar by the keyboard, and the entry goes', async () => {
    await entryIn(window).getByRole('button').focus();
    await window.page.keyboard.press('Enter');
    await pageOf(window, "What's New in Service 5.0").waitFor();
    await entryIn(window).waitFor({ state: 'detached' });
    await window.screenshot('whats-new');
  });

  it('is not offered again, and the page still opens by its command', async () => {
    await editor.restart();
    window = await editor.openWindow({ folder });
    await window.command("Service: What's New");
    await pageOf(window, "What's New in Service 5.0").waitFor();
    assert.equal(await entryIn(window).count(), 0);
  });

  it('is in German in a German window, with links to commands', async () => {
    const german = await editor.openWindow({ folder: editor.folder('laden'), language: 'de' });
    await german.command('Service: Neuerungen');
    await pageOf(german, 'Neu in Service 5.0').waitFor();
    await german.screenshot('german-whats-new');
    await webviewOf(german).getByRole('link', { name: 'Warum werde ich nicht benachrichtigt?' }).click();
    await german.quickInput.waitFor();
  });
});
