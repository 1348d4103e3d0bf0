import assert from 'node:assert/strict';
import { openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { ServiceView } from './serviceView.ts';
import { scenario } from './scenario.ts';

const serverKey = 'service.connectedMode.connections.server';
const projectKey = 'service.connectedMode.project';
const outOfDate = 'Last checked: \\d\\d?:\\d\\d.[AP]M\\. Token refused: replace the token\\.';

scenario('a project whose token is revoked', ({ keep }) => {
  let platform: DemoPlatform;
  let editor: UiEditor;
  let window: UiWindow;
  let view: ServiceView;

  before(async () => {
    platform = await keep(DemoPlatform.start());
    await platform.createProject('demo', 'Demo Project');
    assert.equal(await platform.analyze('demo', 'clean'), 'OK');
    const token = await platform.newToken('short-lived', 'USER_TOKEN');
    editor = await keep(
      openEditor({
        settings: {
          'service.notifications.pollInterval': 10,
          [serverKey]: [{ connectionId: 'Quality', serverUrl: platform.url, token }],
        },
        tokensMayLieIn: [/User\/settings\.json$/, /User\/History\//],
      }),
    );
    const folder = editor.folder('demo', {
      '.vscode/settings.json': JSON.stringify({ [projectKey]: { projectKey: 'demo' } }),
    });
    window = await editor.openWindow({ folder });
    view = await ServiceView.in(window);
    await view.waitForRow(/^Demo Project, project, quality gate Passed, folders demo$/);
  });

  it('shows its gate as out of date, in the view and in the status bar', async () => {
    await platform.post('user_tokens/revoke', { name: 'short-lived' });
    await view.waitForRow(
      new RegExp(`^Demo Project, project, quality gate Passed, folders demo, ${outOfDate}$`),
    );
    await view.waitForRow(/^Quality, connection, Token refused/);
    await view.gate.locator('.codicon-warning').waitFor();
    await view.gate
      .getByLabel(new RegExp(`^Quality gate of Demo Project: Passed\\. ${outOfDate}$`))
      .waitFor();
    await window.screenshot('stale-gate');
  });

  it('shows its current gate as soon as the token is replaced, although polls failed before', async () => {
    assert.equal(await platform.analyze('demo', 'bad'), 'ERROR');
    await view.act('Quality, connection', 'Replace Token', view.step('Replace Token of Quality'));
    await view.pasteToken(platform.token);
    await view.waitForRow(/^Demo Project, project, quality gate Failed, folders demo$/);
    await view.gate.getByLabel(/^Quality gate of Demo Project: Failed$/).waitFor();
    await window.toast('Demo Project failed its quality gate').waitFor();
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
    for (const [key, code] of [
      ['clean', 'clean'],
      ['one', 'bad'],
      ['two', 'bad'],
    ] as const) {
      await platform.createProject(key, `Project ${key}`);
      // The gate is about new code, which a first analysis has none of.
      await platform.analyze(key, 'clean');
      await platform.analyze(key, code);
    }
    const editor = await keep(
      openEditor({
        settings: {
          [serverKey]: [{ connectionId: 'Quality', serverUrl: platform.url, token: platform.token }],
        },
        tokensMayLieIn: [/User\/settings\.json$/, /User\/History\//],
      }),
    );
    const folders = ['clean', 'one', 'two'].map((key) =>
      editor.folder(key, { '.vscode/settings.json': JSON.stringify({ [projectKey]: { projectKey: key } }) }),
    );
    const window = await editor.openWindow({ workspace: editor.workspace('all', folders) });
    const view = await ServiceView.in(window);
    await view.gate.filter({ hasText: 'Gate: Failed' }).waitFor();
    const lines = ['one: Failed', 'two: Failed', 'clean: Passed'];
    for (const line of lines)
      await view.gate.getByLabel(new RegExp(`Quality gate of Project ${line}`)).waitFor();
    await window.screenshot('worst-gate');
  });
});
