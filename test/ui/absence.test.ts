import assert from 'node:assert/strict';
import { openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { startRecordingProxy, type RecordingProxy } from '../support/recordingProxy.ts';
import { ServiceView } from './serviceView.ts';
import { boundTo, withServers } from './userSettings.ts';
import { scenario } from './scenario.ts';

scenario('gates of several projects', ({ keep }) => {
  let platform: DemoPlatform;
  let proxy: RecordingProxy;
  let editor: UiEditor;
  let window: UiWindow;
  let view: ServiceView;
  let workspace: string;

  before(async () => {
    platform = await keep(DemoPlatform.start());
    proxy = await keep(startRecordingProxy(platform.url));
    for (const project of ['one', 'two', 'quiet']) {
      await platform.createProject(project, `Project ${project}`, 'clean');
    }
    editor = await keep(
      openEditor({
        lastingSecrets: true,
        ...withServers(
          [
            { connectionId: 'Loud', serverUrl: platform.url, token: platform.token },
            {
              connectionId: 'Silent',
              serverUrl: proxy.url,
              token: platform.token,
              disableNotifications: true,
            },
          ],
          { 'service.notifications.pollInterval': 10 },
        ),
      }),
    );
    const folder = (name: string, connectionId: string) => editor.folder(name, boundTo(name, connectionId));
    workspace = editor.workspace('all', [
      folder('one', 'Loud'),
      folder('two', 'Loud'),
      folder('quiet', 'Silent'),
    ]);
    await open();
  });

  async function open(): Promise<void> {
    window = await editor.openWindow({ workspace });
    view = await ServiceView.in(window);
  }

  it('are shown even if notifications are off', async () => {
    for (const project of ['one', 'two', 'quiet'])
      await view.waitForRow(new RegExp(`^Project ${project}, project, quality gate Passed`));
    await view.row('Silent').filter({ hasText: 'notifications off' }).waitFor();
  });

  it('are polled while the view is visible, without a notification, if notifications are off [CN3]', async () => {
    assert.equal(await platform.analyze('quiet', 'bad'), 'ERROR');
    assert.equal(await platform.analyze('one', 'bad'), 'ERROR');
    await window.toast('Project one failed its quality gate').waitFor();
    await view.waitForRow(/^Project quiet, project, quality gate Failed/);
    assert.equal(await window.toast('Project quiet').count(), 0);
  });

  it('are not polled while the view is hidden if notifications are off', async () => {
    await window.command('View: Show Explorer');
    await view.tree.waitFor({ state: 'hidden' });
    const asked = proxy.requests.length;
    assert.equal(await platform.analyze('quiet', 'clean'), 'OK');
    assert.equal(await platform.analyze('one', 'clean'), 'OK');
    // The other connection's poll saw what came later.
    await window.toast('Project one passed its quality gate').waitFor();
    assert.deepEqual(proxy.requests.slice(asked), []);
    await view.open();
    await view.waitForRow(/^Project quiet, project, quality gate Passed/);
  });

  it('are updated by a manual check if notifications are off', async () => {
    assert.equal(await platform.analyze('quiet', 'bad'), 'ERROR');
    const failed = view.rowLike(/^Project quiet, project, quality gate Failed/);
    await view.act('Silent', 'Check Connection', failed);
  });

  it('that changed while no window was open are listed in one toast', async () => {
    await Promise.all(editor.context.pages().map((page) => page.close()));
    for (const project of ['one', 'two']) assert.equal(await platform.analyze(project, 'bad'), 'ERROR');
    await editor.restart();
    await open();
    await window.answerToast(
      /Changed quality gates: Project (one, Project two|two, Project one)/,
      'Show Changes',
    );
    await view.atStep('Changed Quality Gates');
    const changes = window.quickInput.getByRole('option');
    await changes.filter({ hasText: 'Project one failed its quality gate' }).waitFor();
    await changes.filter({ hasText: 'Project two failed its quality gate' }).waitFor();
    for (const change of await changes.all()) {
      assert.match(
        await change.innerText(),
        /^\s*Project (?:one|two) failed its quality gate \(was: passed\)\s+1 issue on new code, 0 allowed\s*$/,
      );
      await change.locator('.quick-input-list-icon, .codicon-error').first().waitFor();
    }
    await window.screenshot('recap');
    assert.equal(await changes.count(), 2);
  });
});

scenario('a window that opens while the platform is away', ({ keep }) =>
  it('shows projects by the names that it saw before', async () => {
    const platform = await keep(DemoPlatform.start());
    await platform.createProject('acme:shop', 'The Shop', 'clean');
    const editor = await keep(openEditor({ lastingSecrets: true }));
    const folder = editor.folder('shop', boundTo('acme:shop'));
    const before = await ServiceView.in(await editor.openWindow({ folder }), platform);
    await before.waitForRow(/^The Shop, project, quality gate Passed/);
    await platform.stop();
    await editor.restart();
    const window = await editor.openWindow({ folder });
    const view = await ServiceView.in(window);
    await view.waitForRow(/^Quality, connection, Unreachable/);
    await view.waitForRow(/^The Shop, project, quality gate Passed, folders shop, Last checked/);
    await view.gate.getByLabel(/^Quality gate of The Shop: Passed\. Last checked/).waitFor();
    await window.screenshot('away-at-start');
  }),
);
