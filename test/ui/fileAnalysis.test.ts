import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { ServiceView } from './serviceView.ts';
import { scenario } from './scenario.ts';

const clean = 'export const total = (prices) => {\n  return prices.length;\n};\n';
const title = 'Service: Analyze This File on the Platform';

scenario('issues of an unsaved file', ({ keep }) => {
  let platform: DemoPlatform;
  let editor: UiEditor;
  let window: UiWindow;
  let folder: string;

  before(async () => {
    platform = await keep(DemoPlatform.start({ edition: 'enterprise' }));
    platform.play('2026.5.0.1');
    await platform.createProject('shop', 'Shop');
    assert.equal(await platform.analyzeFiles('shop', { 'total.js': clean }), 'OK');
    // Otherwise the editor in a browser saves automatically.
    editor = await keep(openEditor({ settings: { 'files.autoSave': 'off' } }));
    const binding = JSON.stringify({ 'service.connectedMode.project': { projectKey: 'shop' } });
    folder = editor.folder('shop', { 'total.js': clean, '.vscode/settings.json': binding });
    window = await editor.openWindow({ folder });
    const view = await ServiceView.in(window);
    await view.addServer('Quality', platform);
    await view.waitForRow(/^Shop, project, quality gate Passed/);
  });

  const marker = (): Locator => window.page.locator('.squiggly-warning').first();
  const typeIn = async (line: number, text: string): Promise<void> => {
    await window.goTo(line);
    await window.page.keyboard.press('Home');
    await window.page.keyboard.type(text);
  };

  it('are shown before the file is saved', async () => {
    await window.openFile(join(folder, 'total.js'));
    await typeIn(2, 'debugger;\n');
    await window.command(title);
    await window.toast('Issues found in total.js: 1. They are in the Problems view.').waitFor();
    await marker().waitFor();
    await window.screenshot('file-analysis');
    assert.equal(await readFile(join(folder, 'total.js'), 'utf8'), clean);
  });

  it('disappear when their line is edited', async () => {
    await typeIn(2, 'x;');
    await marker().waitFor({ state: 'detached' });
  });
});
