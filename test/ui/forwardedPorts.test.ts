import assert from 'node:assert/strict';
import { openEditor, type UiWindow } from '../harness/ui.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { ServiceView } from './serviceView.ts';
import { boundTo } from './userSettings.ts';
import { scenario } from './scenario.ts';

// @oldest-editor: the editor decides what it says about a port that it forwards.

scenario('the port of Open in IDE, in a window that forwards ports', ({ keep }) => {
  let window: UiWindow;

  before(async () => {
    const platform = await keep(DemoPlatform.start());
    await platform.createProject('demo', 'Demo Project', 'clean');
    // The default of the editor, which other tests switch off.
    const editor = await keep(openEditor({ settings: { 'remote.autoForwardPorts': true } }));
    const folder = editor.folder('demo', boundTo('demo'));
    window = await editor.openWindow({ folder });
    const view = await ServiceView.in(window, platform);
    await view.gate.filter({ hasText: 'Gate: Passed' }).waitFor();
  });

  it('is forwarded under the name of the product, without a toast', async () => {
    await window.command('Ports: Focus on Ports View');
    await window.page
      .getByText(/^Service for IDE \(641[23]\d\)$/)
      .first()
      .waitFor();
    await window.screenshot('forwarded-port');
    assert.equal(await window.toast(/running on port 641[23]\d/).count(), 0);
  });
});
