import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { ServiceView } from './serviceView.ts';
import { scenario } from './scenario.ts';
import { bindingOf, settingsOf } from './userSettings.ts';

const repositories = Array.from({ length: 40 }, (_, n) => `repo-${String(n + 1).padStart(2, '0')}`);

scenario('suggested bindings', ({ keep }) => {
  let platform: DemoPlatform;
  let editor: UiEditor;
  let window: UiWindow;
  let view: ServiceView;
  let shop: string;

  before(async () => {
    platform = await keep(DemoPlatform.start());
    await platform.createProject('acme:shop', 'The Shop');
    for (const name of repositories) await platform.createProject(`acme_${name}`, `Project ${name}`);
    editor = await keep(
      openEditor({
        settings: { 'service.connectedMode.suggestBindings': true },
        lastingSecrets: true,
      }),
    );
    shop = editor.folder('web', { 'service-project.properties': 'service.projectKey=acme:shop\n' });
    window = await editor.openWindow({ folder: shop });
    view = await ServiceView.in(window, platform);
  });

  it('appear once per workspace, with the reason', async () => {
    const toast = window.toast('Bind folder “web” to project “The Shop” on Quality?');
    // The mouse keeps the toast open.
    await toast.hover();
    assert.match(await toast.innerText(), /named in service-project\.properties/);
    await window.screenshot('suggestion');
    await window.answerToast('Bind folder “web” to project', 'Bind');
    await view.waitForRow(/^The Shop, project, quality gate Not computed, folders web/);
    await becomes(() => bindingOf(shop), { projectKey: 'acme:shop' });
  });

  it('list the folder under its project', () =>
    view.expand('The Shop, project', view.row('web, bound folder')));

  it('become a file without connection name and token by Share Binding', async () => {
    await window.command('Service: Share Binding');
    await window.page.getByRole('tab', { name: /connectedMode\.json/ }).waitFor();
    const shared = JSON.parse(await readFile(join(shop, '.service/connectedMode.json'), 'utf8')) as unknown;
    assert.deepEqual(shared, { serverUrl: platform.url, projectKey: 'acme:shop' });
  });

  it('bind a folder with 40 repositories in one go', async () => {
    const files = repositories.map((name): [string, string] => [
      `${name}/.git/config`,
      `[remote "origin"]\n\turl = https://forge.example/acme/${name}.git\n`,
    ]);
    const team = editor.folder('team', Object.fromEntries(files));
    const other = await editor.openWindow({ folder: team });
    const teamView = await ServiceView.in(other);
    await teamView.waitForRow(/^Quality, connection, Connected/);
    await other.answerToast('40 folders match projects of your connections', 'Review…');
    await teamView.atStep('Suggested Bindings');
    await other.quickInput
      .getByRole('checkbox', { name: /^repo-01 → Project repo-01, repository name/ })
      .waitFor();
    await other.screenshot('suggestions');
    await other.quickInputBox.press('Enter');
    for (const name of repositories)
      await becomes(() => bindingOf(join(team, name)), { projectKey: `acme_${name}` });
    // The window opens another workspace, with 41 folders, so the editor restarts its extension host.
    await other.page.waitForURL(/[?&]workspace=/);
  });

  it('do not appear again after the user declined, except by command', async () => {
    const folder = editor.folder('shelf', { 'sonar-project.properties': 'sonar.projectKey=acme:shop\n' });
    const shelf = await editor.openWindow({ folder });
    const shelfView = await ServiceView.in(shelf);
    const offer = 'Bind folder “shelf” to project “The Shop”';
    await shelf.answerToast(offer, "Don't Ask Again");
    // The product has heard it when it answers the next question.
    await shelf.command('Service: Suggest Bindings for Folders');
    await shelfView.atStep('Suggested Projects for shelf');
    await shelf.page.keyboard.press('Escape');
    await shelf.page.reload();
    await shelf.ready();
    await shelfView.open();
    await shelfView.waitForRow(/^Quality, connection, Connected/);
    await shelf.command('Service: Suggest Bindings for Folders');
    // It reads and asks the same as an unasked question would have done before.
    await shelfView.atStep('Suggested Projects for shelf');
    assert.equal(await shelf.toast(offer).count(), 0);
    await shelf.quickInput.getByRole('option', { name: /^The Shop.*named in sonar-project/ }).waitFor();
    await shelf.page.keyboard.press('Enter');
    await shelfView.waitForRow(/^The Shop, project, .*folders shelf/);
  });
});

const clean = 'export const total = (prices) => {\n  return prices.length;\n};\n';
const bad = clean.replace('  return', '  debugger;\n  return');
const file = 'src/total.js';

scenario('a monorepo whose packages are projects', ({ keep }) => {
  let platform: DemoPlatform;
  let window: UiWindow;
  let view: ServiceView;
  let folder: string;

  before(async () => {
    platform = await keep(DemoPlatform.start());
    for (const [key, name] of [
      ['shop', 'Shop'],
      ['cart', 'Cart'],
    ] as const) {
      await platform.createProject(key, name);
      assert.equal(await platform.analyzeFiles(key, { [file]: clean }), 'OK');
    }
    const editor = await keep(
      openEditor({
        settings: {
          'service.connectedMode.suggestBindings': true,
          'service.notifications.pollInterval': 10,
        },
      }),
    );
    const shared = JSON.stringify({ serverUrl: platform.url, projectKey: 'shop' });
    folder = editor.folder('mono', {
      'packages/shop/.sonarlint/connectedMode.json': shared,
      'packages/shop/src/total.js': bad,
      'packages/cart/sonar-project.properties': 'sonar.projectKey=cart\n',
      'packages/cart/src/sum.js': clean,
      'README.md': '# Mono\n',
    });
    window = await editor.openWindow({ folder });
    view = await ServiceView.in(window, platform);
  });

  const openFile = (path: string): Promise<void> => window.openFile(join(folder, path));
  const statusBar = (text: string): Locator => view.gate.filter({ hasText: text });

  it('gets the bindings of its packages from their files', async () => {
    await window.answerToast('2 folders match projects of your connections', 'Review…');
    await view.atStep('Suggested Bindings');
    await window.screenshot('monorepo-suggestions');
    await window.page.keyboard.press('Enter');
    await becomes(() => settingsOf(folder), {
      'service.connectedMode.subfolders': {
        'packages/cart': { projectKey: 'cart' },
        'packages/shop': { projectKey: 'shop' },
      },
    });
  });

  it('shows the gate of each package with its folder', async () => {
    await view.waitForRow(/^Shop, project, quality gate Passed, folders mono\/packages\/shop/);
    await view.waitForRow(/^Cart, project, quality gate Passed, folders mono\/packages\/cart/);
    await view.waitForRow(/^mono, folder, Bound subfolders: 2/);
  });

  it('names the package whose gate failed, and opens its issue in its folder', async () => {
    assert.equal(await platform.analyzeFiles('shop', { [file]: bad }), 'ERROR');
    await window.toast(/Shop failed its quality gate/).hover();
    await window.answerToast('Shop failed its quality gate', 'Show Issues');
    await window.whenAt('total.js', 'Ln 2, Col 3');
    await window.page.locator('.squiggly-warning, .squiggly-info').first().waitFor();
    await window.tree('Quality Gate').getByRole('treeitem').first().waitFor();
  });

  it('shows the gate of the package of the active file in the status bar, with its name', async () => {
    await statusBar('Shop: Failed').waitFor();
    await window.screenshot('monorepo');
    await openFile('packages/cart/src/sum.js');
    await statusBar('Cart: Passed').waitFor();
    await openFile('packages/shop/src/total.js');
    await statusBar('Shop: Failed').waitFor();
    // Beside the packages, the worst gate counts.
    await openFile('README.md');
    await statusBar('Shop: Failed').waitFor();
  });

  it('loses the binding of one package without the others', async () => {
    /** Begins at the page, because a filter searches it inside the tree. */
    const projectRow = (name: string): Locator =>
      window.page.getByRole('treeitem', { name: new RegExp(`^${name}, project`) });
    await view.expand('Cart, project', view.row('mono/packages/cart, bound folder'));
    await view.act(
      'mono/packages/cart, bound folder',
      'Unbind Folder',
      // A view that is drawn again has no rows for a moment, so the row of the other package counts too.
      view.tree.filter({ has: projectRow('Shop'), hasNot: projectRow('Cart') }),
    );
    await becomes(() => settingsOf(folder), {
      'service.connectedMode.subfolders': { 'packages/shop': { projectKey: 'shop' } },
    });
    await view.row('Cart, project').waitFor({ state: 'detached' });
    await view.waitForRow(/^Shop, project, quality gate Failed, folders mono\/packages\/shop/);
  });
});
