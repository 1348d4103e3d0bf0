import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { openEditor, type UiWindow } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { ServiceView } from './serviceView.ts';
import { scenario } from './scenario.ts';
import { settingsOf } from './userSettings.ts';

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
