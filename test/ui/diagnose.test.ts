import assert from 'node:assert/strict';
import { plainText } from '../../src/extension/ui/plainText.ts';
import { openEditor, type UiWindow } from '../harness/ui.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { ServiceView } from './serviceView.ts';
import { scenario } from './scenario.ts';

/** A notification would make a link of this name unless the extension escaped it. */
const project = 'Demo [Project](https://shop.example)';
/** The same name in a quick pick or a message, where it must not become a link. */
const shownProject = plainText(project);

scenario('"Why Am I Not Notified?"', ({ keep }) => {
  let platform: DemoPlatform;
  let window: UiWindow;
  let view: ServiceView;

  before(async () => {
    platform = await keep(DemoPlatform.start());
    await platform.createProject('demo', project, 'clean');
    const editor = await keep(openEditor({ lastingSecrets: true }));
    window = await editor.openWindow({ folder: editor.folder('demo', { 'a.js': '' }) });
    view = await ServiceView.in(window, platform);
  });

  it('finds a folder without a binding, and binds it on Enter', async () => {
    await window.command('Service: Why Am I Not Notified?');
    await view.atStep('demo: problem with “Binding”');
    await window.screenshot('silence');
    await window.takeFirst(/^Binding/);
    await view.atStep('Bind demo to a Project on Quality');
    await window.takeFirst(/^Demo \[Project\]/);
    await view.row(`${project}, project, quality gate Passed, folders demo`).waitFor();
  });

  for (const [what, command, choice] of [
    ['project', 'Service: Mute Notifications for Project', `${shownProject}: until I turn it back on`],
    ['connection', 'Service: Mute Notifications for Connection', 'Quality: until I turn it back on'],
  ] as const)
    it(`finds that the ${what} is muted, and unmutes it on Enter`, async () => {
      const muted = view.row(what === 'project' ? project : 'Quality').filter({ hasText: 'muted' });
      await window.command(command);
      await view.choose(choice);
      await muted.waitFor();
      await window.command('Service: Why Am I Not Notified?');
      await view.atStep('demo: problem with “Project notifications”');
      await window.focusedRow(/^Project notifications/).waitFor();
      await window.screenshot(`silence-muted-${what}`);
      await window.page.keyboard.press('Enter');
      await muted.waitFor({ state: 'detached' });
    });

  it('finds nothing broken, and the next notification shows a hostile name without a link', async () => {
    await window.command('Service: Why Am I Not Notified?');
    await view.atStep('demo: no problems found');
    await window.page.keyboard.press('Escape');
    assert.equal(await platform.analyze('demo', 'bad'), 'ERROR');
    await window.command('Service: Check All Connections');
    const toast = window.toast(`${shownProject} failed its quality gate`);
    await toast.hover();
    assert.equal(await toast.locator('.notification-list-item-message a').count(), 0);
  });

  it('copies a diagnostic report without a token', async () => {
    await window.command('Service: Copy Diagnostic Report');
    await window.answerToast('The diagnostic report was copied to the clipboard', 'Show Report');
    const text = window.page.locator('.editor-instance .view-lines');
    await text.filter({ hasText: 'Diagnostic report of Service for IDE' }).waitFor();
    const shown = await text.innerText();
    assert.match(shown, /state:.connected/);
    // An editor in a browser is a remote window, so the extension runs on no machine of the user's.
    assert.match(shown, /Remote:.127\.0\.0\.1:\d+;.runs.beside.the.files/);
    assert.ok(!shown.includes(platform.token));
  });
});
