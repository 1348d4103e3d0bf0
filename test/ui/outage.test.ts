import assert from 'node:assert/strict';
import { openEditor, patienceMs, type UiWindow } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { startRecordingProxy, type RecordingProxy } from '../support/recordingProxy.ts';
import { ServiceView } from './serviceView.ts';
import { boundTo } from './userSettings.ts';
import { scenario } from './scenario.ts';

scenario('two windows whose folders are bound to one project', ({ keep }) => {
  let platform: DemoPlatform;
  let line: RecordingProxy;
  let windows: readonly UiWindow[];
  let views: readonly ServiceView[];

  before(async () => {
    platform = await keep(DemoPlatform.start());
    await platform.createProject('demo', 'Demo Project', 'clean');
    line = await keep(startRecordingProxy(platform.url));
    const editor = await keep(
      openEditor({ settings: { 'service.notifications.pollInterval': 10 }, lastingSecrets: true }),
    );
    const folderOf = (name: string): string => editor.folder(name, boundTo('demo'));
    const one = await editor.openWindow({ folder: folderOf('one') });
    const view = await ServiceView.in(one, { url: line.url, token: platform.token });
    await view.waitForRow(/^Demo Project, project, quality gate Passed/);
    const other = await editor.openWindow({ folder: folderOf('other') });
    windows = [one, other];
    views = [view, await ServiceView.in(other)];
    for (const each of views) await each.waitForRow(/^Demo Project, project, quality gate Passed/);
  });

  const toasts = async (text: string | RegExp): Promise<number> => {
    const counts = await Promise.all(windows.map((window) => window.toast(text).count()));
    return counts.reduce((sum, count) => sum + count, 0);
  };

  it('show that the platform is away, without a toast', async () => {
    line.cut(true);
    const asked = line.requests.length;
    for (const view of views) await view.waitForRow(/^Quality, connection, Unreachable/);
    for (const view of views)
      await view.waitForRow(/^Demo Project, project, quality gate Passed.*Last checked/);
    await windows[1]?.screenshot('away');
    await becomes(() => Promise.resolve(line.requests.length > asked + 10), true);
    assert.equal(await toasts(/./u), 0);
  });

  it('show the current gate after the platform is back, with one toast in one window', async () => {
    assert.equal(await platform.analyze('demo', 'bad'), 'ERROR');
    line.cut(false);
    // Before the looks at the views: on a busy machine these take longer than a toast does.
    await becomes(() => toasts('failed its quality gate'), 1, patienceMs);
    assert.equal(await toasts(/./u), 1);
    for (const view of views) {
      await view.waitForRow(/^Quality, connection, Connected/);
      await view.waitForRow(/^Demo Project, project, quality gate Failed, folders (?:one|other)$/);
    }
  });

  it('get one toast for the next change', async () => {
    assert.equal(await platform.analyze('demo', 'clean'), 'OK');
    await becomes(() => toasts('passed its quality gate'), 1, patienceMs);
    for (const view of views) await view.waitForRow(/^Demo Project, project, quality gate Passed/);
    // Toasts of both windows that have gone are in their notification centers.
    let listed = 0;
    for (const window of windows) {
      await window.command('Notifications: Show Notifications');
      await window.page.locator('.notifications-center').waitFor();
      listed += await window.page.locator('.notifications-center .notification-list-item').count();
    }
    assert.equal(listed, 2);
  });
});
