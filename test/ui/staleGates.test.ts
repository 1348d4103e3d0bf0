import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { openEditor, type UiWindow } from '../harness/ui.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
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
