import assert from 'node:assert/strict';
import type { UiWindow } from '../harness/ui.ts';
import { editorPorts } from '../../src/node/http/server/loopbackPort.ts';
import { becomes } from '../support/becomes.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { ServiceView } from './serviceView.ts';
import { boundTo } from './userSettings.ts';
import { scenario } from './scenario.ts';
import { replaceSettings, sharedWindow, type SharedWindow } from './sharedWindow.ts';

scenario('Open in IDE on a page of the platform', (stage) => {
  let platform: DemoPlatform;
  let shared: SharedWindow;
  let shop: UiWindow;
  let other: UiWindow;
  let port: number;
  let issue: string;

  const send = (path: string, origin: string, at = port) =>
    fetch(`http://127.0.0.1:${at}/sonarlint/api/${path}`, { headers: { origin } });

  /** Returns the port at which an editor answers pages of this platform; undefined without one. */
  async function findPort(): Promise<number | undefined> {
    for (const candidate of editorPorts) {
      const answer = await send('status', platform.url, candidate).catch(() => undefined);
      if (answer?.ok) return candidate;
    }
    return undefined;
  }

  before(async () => {
    platform = await stage.keep(DemoPlatform.start());
    for (const key of ['shop', 'other']) await platform.createProject(key, `The ${key}`, 'clean');
    assert.equal(await platform.analyze('shop', 'bad'), 'ERROR');
    [issue = ''] = await platform.openIssues('shop');
    shared = await sharedWindow(stage, {
      settings: { 'service.notifications.pollInterval': 10 },
      files: boundTo('other'),
    });
    const { editor, view } = shared;
    other = shared.window;
    await view.addServer('Quality', platform);
    await view.gate.filter({ hasText: 'Gate: Passed' }).waitFor();
    const text = 'export const one = 1;\ndebugger;\n';
    const folder = editor.folder('shop', { ...boundTo('shop'), 'demo.js': text });
    shop = await editor.openWindow({ folder });
    await (await ServiceView.in(shop)).gate.filter({ hasText: 'Gate: Failed' }).waitFor();
    await becomes(async () => (await findPort()) !== undefined, true);
    port = (await findPort()) ?? 0;
  });

  it('opens the file at the line of the issue, in the window of its project', async () => {
    await other.focus();
    const answer = await send(`issues/show?project=shop&issue=${issue}`, platform.url);
    assert.equal(answer.status, 200);
    await shop.page.getByRole('tab', { name: /demo\.js/ }).waitFor();
    await shop.page.locator('#status\\.editor\\.selection', { hasText: 'Ln 2' }).waitFor();
    await shop.screenshot('open-in-ide');
    assert.equal(await other.page.getByRole('tab', { name: /demo\.js/ }).count(), 0);
  });

  it('says that no folder is bound to the project of an issue', async () => {
    const answer = await send(`issues/show?project=gone&issue=${issue}`, platform.url);
    assert.equal(answer.status, 200);
    const text = /No folder is bound to gone/;
    await becomes(async () => (await other.toast(text).count()) + (await shop.toast(text).count()), 1);
  });

  it('answers no page of another origin', async () => {
    assert.equal((await send('status', 'https://evil.example')).status, 403);
  });

  it('stops when the user turns it off', async () => {
    await other.focus();
    await replaceSettings(shared, { 'service.connectedMode.openInIde': false });
    await becomes(async () => (await findPort()) === undefined, true);
  });
});
