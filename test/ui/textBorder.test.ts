import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { UiWindow } from '../harness/ui.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { startServer } from '../support/httpServer.ts';
import { startRecordingProxy, type RecordingProxy } from '../support/recordingProxy.ts';
import type { ServiceView } from './serviceView.ts';
import { sharedWindow } from './sharedWindow.ts';
import { boundTo } from './userSettings.ts';
import { scenario } from './scenario.ts';
import { hostileName, hostileNameScenario, message, places, toast } from './textBorder.ts';

hostileNameScenario((shown) => {
  for (const place of places) {
    const { api, wrapper, shownBy } = place;
    if (wrapper === undefined) continue;
    it(`is plain text for ${api}, shown by ${wrapper} [R10]`, async () => {
      assert.deepEqual(await shown(`${shownBy}.plain`, place), []);
    });
  }
});

scenario('a platform whose answers hold links', (stage) => {
  let platform: DemoPlatform;
  let proxy: RecordingProxy;
  let hostileServer: string;
  let window: UiWindow;
  let view: ServiceView;

  before(async () => {
    platform = await stage.keep(DemoPlatform.start());
    proxy = await stage.keep(startRecordingProxy(platform.url));
    await platform.createProject('demo', hostileName, 'clean');
    const status = JSON.stringify({ status: `that it must be ${hostileName}`, version: '10.7' });
    hostileServer = (await stage.keep(startServer((_request, response) => response.end(status)))).url;
    ({ window, view } = await sharedWindow(stage, {
      files: boundTo('demo'),
    }));
  });

  it('cannot put a link into the address step of the wizard [P2]', async () => {
    await window.command('Service: Add Connection');
    await view.choose('Server');
    await view.answer(hostileServer, 'Add Connection (2/5)');
    await view.objection('Press Enter again');
    assert.equal(await message(window).locator('a').count(), 0);
    await window.page.keyboard.press('Escape');
  });

  it('cannot put a link or an icon into the view, the status bar and the gate of the folder [P2]', async () => {
    await view.addServer('Quality', { url: proxy.url, token: platform.token });
    await view.waitForRow(/^Shop .*project, quality gate Passed/);
    await window.command('Service: Show Quality Gate of Current Folder');
    await window.quickInput.getByRole('option', { name: /Check now/ }).waitFor();
    await assertPlain(window.page.locator('.monaco-workbench'));
  });

  it('cannot put a link into the notification of a long request [P2]', async () => {
    proxy.hold(true);
    await window.quickInput.getByRole('option', { name: /Check now/ }).click();
    await window.toast('Shop').waitFor();
    await assertPlain(toast(window));
    proxy.hold(false);
    await window.toast('Shop').waitFor({ state: 'hidden' });
  });
});

async function assertPlain(place: Locator): Promise<void> {
  assert.equal(
    await place
      .locator('a[href], a[data-href]')
      .filter({ hasText: /^(?:open|site)$|evil\.example/ })
      .count(),
    0,
  );
  assert.equal(await place.locator('.codicon-flame').count(), 0);
}
