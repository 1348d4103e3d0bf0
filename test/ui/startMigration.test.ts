import type { Page } from 'playwright-core';
import { latestEditor } from '../../scripts/editor/versions.ts';
import { openBrowser } from '../harness/browser.ts';
import { patienceMs, version } from '../harness/ui.ts';
import { scenario } from './scenario.ts';
import { openAddress, startDemo } from './startedDemo.ts';

scenario('npm start -- --migration', ({ suite, keep }) => {
  suite.timeout(300_000);
  let page: Page;

  before(async function () {
    if (version !== latestEditor) this.skip();
    const browser = await keep(openBrowser());
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(patienceMs);
  });

  it('moves the connection out of settings of version 3.5.4, with a notification', async () => {
    const window = await openAddress(await keep(startDemo('--migration')), page);
    await window.toast('Connections moved from the settings').waitFor();
    await page.getByRole('treeitem', { name: /^Demo, connection, Connected/ }).waitFor();
    await page.getByRole('treeitem', { name: /^service-ide-demo, project/ }).waitFor();
  });
});
