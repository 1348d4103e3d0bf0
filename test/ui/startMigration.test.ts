import { latestEditor } from '../../scripts/editor/versions.ts';
import { openBrowser } from '../harness/browser.ts';
import { version } from '../harness/ui.ts';
import { scenario } from './scenario.ts';
import { openAddress, startDemo } from './startedDemo.ts';

scenario('npm start -- --migration', ({ keep }) => {
  before(function () {
    if (version !== latestEditor) this.skip();
  });

  it('moves the connection out of settings of version 3.5.4, with a notification', async () => {
    const browser = await keep(openBrowser());
    const window = await openAddress(await keep(startDemo('--migration')), browser);
    await window.toast('Connections moved from the settings').waitFor();
    await window.page.getByRole('treeitem', { name: /^Demo, connection, Connected/ }).waitFor();
    await window.page.getByRole('treeitem', { name: /^service-ide-demo, project/ }).waitFor();
  });
});
