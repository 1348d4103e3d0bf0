import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { openEditor, patienceMs, type UiWindow } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { startRecordingProxy, type RecordingProxy } from '../support/recordingProxy.ts';
import { ServiceView } from './serviceView.ts';
import { boundTo, withServers } from './userSettings.ts';
import { scenario } from './scenario.ts';

const refused = 'Quality: the token was refused';
const outOfDate = 'Last checked: \\d\\d?:\\d\\d.[AP]M\\. Token refused: replace the token\\.';

scenario('a project whose token is revoked', ({ keep }) => {
  let platform: DemoPlatform;
  let window: UiWindow;
  let other: UiWindow;
  let view: ServiceView;
  /** The item of the status bar while it is red. */
  let red: Locator;

  before(async () => {
    platform = await keep(DemoPlatform.start());
    await platform.createProject('demo', 'Demo Project', 'clean', 'bad');
    const token = await platform.newToken('short-lived', 'USER_TOKEN');
    const editor = await keep(
      openEditor({
        lastingSecrets: true,
        ...withServers([{ connectionId: 'Quality', serverUrl: platform.url, token }], {
          'service.notifications.pollInterval': 10,
        }),
      }),
    );
    other = await editor.openWindow({ folder: editor.folder('other', boundTo('demo')) });
    await (await ServiceView.in(other)).waitForRow(/^Demo Project, project, quality gate Failed/);
    window = await editor.openWindow({ folder: editor.folder('demo', boundTo('demo')) });
    view = await ServiceView.in(window);
    red = view.gate.and(window.page.locator('.error-kind'));
    await view.waitForRow(/^Demo Project, project, quality gate Failed, folders demo$/);
    await red.filter({ hasText: /Gate: Failed$/ }).waitFor();
  });

  it('shows its gate as out of date, in the view and, without red, in the status bar', async () => {
    await platform.post('user_tokens/revoke', { name: 'short-lived' });
    await view.waitForRow(
      new RegExp(`^Demo Project, project, quality gate Failed, folders demo, ${outOfDate}$`),
    );
    await view.waitForRow(/^Quality, connection, Token refused/);
    await view.gate.locator('.codicon-warning').waitFor();
    await view.gate.filter({ hasText: 'Gate: Failed?' }).waitFor();
    await red.waitFor({ state: 'hidden' });
    await view.gate
      .getByLabel(new RegExp(`^Quality gate of Demo Project: Failed\\. ${outOfDate}$`))
      .waitFor();
  });

  it('shows one toast about its token, in the window that has the focus', async () => {
    await window.notification(refused);
    await window.screenshot('stale-gate');
    assert.equal(await other.toast(refused).count(), 0);
  });

  it('shows its current gate as soon as the token is replaced, although polls failed before', async () => {
    assert.equal(await platform.analyze('demo', 'clean'), 'OK');
    await window.answerToast(refused, 'Replace Token');
    await view.pasteToken(platform.token, 'Replace Token of Quality');
    await view.waitForRow(/^Demo Project, project, quality gate Passed, folders demo$/);
    await view.gate.getByLabel(/^Quality gate of Demo Project: Passed$/).waitFor();
    await window.toast('Demo Project passed its quality gate').waitFor();
    assert.equal(await other.toast(refused).count(), 0);
  });

  it('then has no broken link in "Why Am I Not Notified?"', async () => {
    await window.command('Service: Why Am I Not Notified?');
    await view.atStep('demo: no problems found');
    await window.page.keyboard.press('Escape');
  });
});

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
    await becomes(() => line.requests.length > asked + 10, true);
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

scenario('a window with two failed gates and no open editor', ({ keep }) => {
  it('shows the worst gate in the status bar, and lists all in its tooltip', async () => {
    const platform = await keep(DemoPlatform.start());
    await platform.createProject('clean', 'Project clean', 'clean');
    for (const key of ['one', 'two']) await platform.createProject(key, `Project ${key}`, 'clean', 'bad');
    const { url: serverUrl, token } = platform;
    const editor = await keep(openEditor(withServers([{ connectionId: 'Quality', serverUrl, token }])));
    const folders = ['clean', 'one', 'two'].map((key) => editor.folder(key, boundTo(key)));
    const window = await editor.openWindow({ workspace: editor.workspace('all', folders) });
    const view = await ServiceView.in(window);
    await view.gate.filter({ hasText: /Project (?:one|two): Failed$/ }).waitFor();
    const lines = ['one: Failed', 'two: Failed', 'clean: Passed'];
    for (const line of lines)
      await view.gate.getByLabel(new RegExp(`Quality gate of Project ${line}`)).waitFor();
    await window.screenshot('worst-gate');
  });
});
