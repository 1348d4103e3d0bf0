import type { Locator } from 'playwright-core';
import { repeatUntilShown, openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { ServiceView } from './serviceView.ts';
import { scenario } from './scenario.ts';
import { bindingOf } from './userSettings.ts';

scenario('settings.json', ({ keep }) => {
  let platform: DemoPlatform;
  let editor: UiEditor;
  let window: UiWindow;
  let view: ServiceView;
  let folder: string;

  before(async () => {
    platform = await keep(DemoPlatform.start());
    await platform.createProject('acme:shop', 'The Shop', 'clean');
    editor = await keep(
      openEditor({
        // The palette does not open above an editor that lies over the window.
        settings: { 'editor.hover.delay': 0, 'workbench.editor.useModal': 'off' },
      }),
    );
    const binding =
      '{\n  "service.connectedMode.project": {\n    "projectKey": "",\n    "connectionId": "Old"\n  }\n}\n';
    folder = editor.folder('demo', { '.vscode/settings.json': binding });
    window = await editor.openWindow({ folder });
    view = await ServiceView.in(window, platform);
    await window.command('Preferences: Open Workspace Settings (JSON)');
    await lineOf('connectionId').waitFor();
  });

  const lineOf = (text: string): Locator =>
    window.page.locator('.editor-instance .view-line').filter({ hasText: text }).first();

  it('shows the problem of a binding', async () => {
    await window.page.locator('.cdr.squiggly-warning').nth(1).waitFor();
    await window.screenshot('settings');
  });

  it('repairs an unknown connection with a quick fix', async () => {
    await window.goTo(4, 24);
    await repeatUntilShown(window.page.getByText('Use connection “Quality”'), () =>
      window.page.keyboard.press('Control+.'),
    );
    await window.page.keyboard.press('Enter');
    await lineOf('"Quality"').waitFor();
  });

  it('completes the key of the project from the platform', async () => {
    await window.goTo(3, 20);
    await window.page.keyboard.type('sh');
    await window.page.keyboard.press('Control+Space');
    await window.page.locator('.suggest-widget .monaco-list-row', { hasText: 'acme:shop' }).waitFor();
    await window.page.keyboard.press('Enter');
    await lineOf('"acme:shop"').waitFor();
    await window.page.keyboard.press('Control+s');
    await becomes(() => bindingOf(folder), { projectKey: 'acme:shop', connectionId: 'Quality' });
    await view.waitForRow(/^The Shop, project, quality gate Passed, folders demo/);
  });

  it('shows the name of the project and its gate on hover', async () => {
    await window.goTo(3, 22);
    await window.command('Show or Focus Hover');
    await window.page.locator('.monaco-hover', { hasText: 'The Shop — Quality gate: Passed' }).waitFor();
    await window.screenshot('hover');
    await window.page.keyboard.press('Escape');
  });

  it('shows that the platform does not have the project', async () => {
    await window.goTo(3, 20);
    await window.page.keyboard.type('no-');
    await window.page.locator('.cdr.squiggly-warning').first().waitFor();
    await window.page.keyboard.press('F8');
    await window.page.getByText('Project no-acme:shop was not found on “Quality”').first().waitFor();
  });

  it('checks again when the user comes back after creating the project', async () => {
    await window.page.keyboard.press('Escape');
    const squiggle = window.page.locator('.cdr.squiggly-warning');
    const elsewhere = await editor.context.newPage();
    await elsewhere.bringToFront();
    // Polls by time, because a page in the background draws no frames.
    await window.page.waitForFunction('!document.hasFocus()', undefined, { polling: 100 });
    await platform.createProject('no-acme:shop', 'The Late Shop');
    await elsewhere.close();
    await window.focus();
    await squiggle.first().waitFor({ state: 'detached' });
    await window.goTo(3, 22);
    await window.command('Show or Focus Hover');
    await window.page.locator('.monaco-hover', { hasText: 'The Late Shop' }).waitFor();
  });
});
