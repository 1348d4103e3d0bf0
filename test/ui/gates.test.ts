import assert from 'node:assert/strict';
import type { UiEditor, UiWindow } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { GateDetailsPage } from './gateDetailsPage.ts';
import type { ServiceView } from './serviceView.ts';
import { scenario } from './scenario.ts';
import { sharedWindow } from './sharedWindow.ts';
import { settingsOf } from './userSettings.ts';

// @oldest-editor: the gate details, the status bar and the badges differ by version.

scenario('a bound folder', (stage) => {
  let platform: DemoPlatform;
  let editor: UiEditor;
  let window: UiWindow;
  let view: ServiceView;
  let folder: string;

  before(async () => {
    platform = await stage.keep(DemoPlatform.start());
    for (let n = 1; n <= 150; n++) await platform.createProject(`filler-${n}`, `Filler ${n}`);
    await platform.createProject('demo', 'Demo Project', 'clean');
    ({ editor, window, view, folder } = await sharedWindow(stage, {
      settings: { 'service.notifications.pollInterval': 10 },
      files: { 'a.js': 'export const a = 1;\n' },
    }));
    await view.addServer('Quality', platform);
  });

  it('is listed before it is bound, with an action to bind it', () =>
    view.act(
      'demo, folder, Not bound',
      'Bind Folder to Project',
      view.step('Bind demo to a Project on Quality'),
    ));

  it('is bound by a click on its row', async () => {
    await window.page.keyboard.press('Escape');
    await window.quickInput.waitFor({ state: 'hidden' });
    await view.press(/^demo, folder, Not bound/, view.step('Bind demo to a Project on Quality'));
  });

  it('is bound to a project that the platform finds while the user types', async () => {
    await window.quickInput.getByRole('option', { name: /^Filler 1,/ }).waitFor();
    // The arrow goes from the first row to the last.
    await window.page.keyboard.press('ArrowUp');
    await window.quickInput.getByRole('option', { name: /Show more \(100 of 151\)/ }).waitFor();
    await window.quickInputBox.pressSequentially('demo');
    await window.quickInput.getByRole('option', { name: /^Demo Project/ }).waitFor();
    // The results for the previous text disappear.
    await window.quickInput
      .getByRole('option', { name: /^Filler/ })
      .first()
      .waitFor({ state: 'detached' });
    await window.screenshot('bind');
    await window.takeFirst(/^Demo Project/);
    await view.waitForRow(/^Demo Project, project, quality gate Passed, folders demo/);
    await becomes(() => settingsOf(folder), { 'service.connectedMode.project': { projectKey: 'demo' } });
  });

  it('has its gate in the status bar', () => view.gate.filter({ hasText: 'Gate: Passed' }).waitFor());

  it('causes one toast when its gate changes', async () => {
    assert.equal(await platform.analyze('demo', 'bad'), 'ERROR');
    const toast = window.toast(
      /Demo Project failed its quality gate \(was: passed\): \d+ issues? on new code, 0 allowed/,
    );
    // The mouse keeps the toast open for the next step.
    await toast.hover();
    assert.equal(await toast.count(), 1);
    await view.waitForRow(/^Demo Project, project, quality gate Failed/);
    await view.gate.filter({ hasText: 'Gate: Failed' }).waitFor();
    await window.screenshot('toast');
  });

  it('gives its gate to other extensions [X1]', async () => {
    const item = window.page.locator('[id="sample.sample.gates"]');
    await item.filter({ hasText: 'Sample: Quality/demo@main=ERROR, 1 connections' }).waitFor();
  });

  it('shows the source of the toast completely beside its buttons', async () => {
    const toast = window.toast(/failed its quality gate/);
    await toast.hover();
    const buttons = toast.locator('.notification-list-item-buttons-container').getByRole('button');
    assert.deepEqual(await buttons.allInnerTexts(), ['Show Issues', 'Show Details', 'Mute…']);
    const source = toast.locator('.notification-list-item-source');
    assert.match(await source.innerText(), /Service for IDE/);
    // The editor shortens a text that is wider than its box.
    const isWhole = (box: unknown): boolean => {
      const { scrollWidth, clientWidth } = box as {
        readonly scrollWidth: number;
        readonly clientWidth: number;
      };
      return scrollWidth <= clientWidth;
    };
    assert.equal(await source.evaluate(isWhole), true);
  });

  it("opens the project's page from the details that the toast shows, on the platform of the connection", async () => {
    const opened = editor.context.waitForEvent('page');
    await window.answerToast('failed its quality gate', 'Show Details');
    const details = await GateDetailsPage.in(window);
    await details.page.getByRole('link', { name: 'Open in Browser', exact: true }).click();
    const page = await opened;
    // The server builds of the editor serve ports of their machine under a path; build 1.103 drops the rest of
    // the address.
    const { port } = new URL(platform.url);
    await page.waitForURL(new RegExp(String.raw`[:/]${port}/(?:dashboard\?id=demo)?$`));
    await page.close();
    await window.focus();
  });

  it('causes another toast for issues that are assigned to the user', async () => {
    await platform.assignIssues('demo');
    const toast = window.toast('New issues are assigned to you in Demo Project.');
    await toast.hover();
    await window.screenshot('new-issues');
    const opened = editor.context.waitForEvent('page');
    await window.answerToast('New issues are assigned to you', 'Open in Browser');
    await (await opened).close();
    await window.focus();
    await view.waitForRow(/^Demo Project, project, quality gate Failed/);
  });

  it('shows the details of its gate, accessible by keyboard and screen reader', async () => {
    await view.act('Demo Project, project', 'Show Quality Gate Details', GateDetailsPage.frameIn(window));
    const details = await GateDetailsPage.in(window);
    await details.row('Failed').waitFor();
    await details.page.getByRole('heading', { name: 'Demo Project' }).waitFor();
    await details.page.getByText('caused by').first().waitFor();
    await details.page
      .getByRole('img', { name: /^Quality gate from .+ values failed\./ })
      .first()
      .waitFor();
    assert.deepEqual(await details.problems(), []);
  });

  it('has the change in the history, which can be filtered and copied', async () => {
    await editor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await window.command('Service: Focus on Quality Gate History View');
    const history = window.tree('Quality Gate History');
    await history.getByRole('treeitem', { name: /^(?:Today|Yesterday)$/ }).waitFor();
    const row = history.getByRole('treeitem', { name: /^Demo Project: Failed/ });
    await row.getByText(/^Failed · \d\d?:\d\d.[AP]M$/).waitFor();
    await window.command('Service: Filter History');
    await window.quickInput.getByText('Projects', { exact: true }).waitFor();
    await view.choose('Passed');
    await row.waitFor({ state: 'hidden' });
    await window.command('Service: Filter History');
    await view.choose('All changes');
    await row.waitFor();
    await window.screenshot('history', { height: 1000 });
    await window.command('Service: Copy History as Markdown');
    await becomes(
      async () => /\| Demo Project \| {2}\| Passed \| Failed \|/.test(await window.clipboard()),
      true,
    );
  });

  it('shows the new name after a rename: in the toast, the view, the status bar, the history and the details', async () => {
    const renamed = { 'sonar.projectName': 'Renamed Project' };
    assert.equal(await platform.analyze('demo', 'clean', undefined, renamed), 'OK');
    // The mouse keeps the toast open for the next test.
    await window.toast('Renamed Project passed its quality gate').hover();
    await view.gate.and(window.page.getByLabel(/^Quality gate of Renamed Project: Passed/)).waitFor();
    const history = window.tree('Quality Gate History');
    for (const state of ['Passed', 'Failed'])
      await history.getByRole('treeitem', { name: new RegExp(`^Renamed Project: ${state}`) }).waitFor();
    await window.command('Service: Show Quality Gate Details');
    const details = await GateDetailsPage.in(window);
    await details.page.getByRole('heading', { name: 'Renamed Project' }).waitFor();
    await view.open();
    await view.waitForRow(/^Renamed Project, project, quality gate Passed/);
  });

  it('causes no toast while it is muted, and still shows its gate', async () => {
    await window.answerToast('passed its quality gate', 'Mute…');
    await view.choose('Renamed Project: until I turn it back on');
    await view.row('Renamed Project').filter({ hasText: 'muted' }).waitFor();
    assert.equal(await platform.analyze('demo', 'bad'), 'ERROR');
    await view.gate.click();
    await view.choose('Check now');
    await view.gate.filter({ hasText: 'Gate: Failed' }).waitFor();
    assert.equal(await window.toast('failed its quality gate').count(), 0);
  });

  it('shows the last known gate while the platform does not answer', async () => {
    await platform.stop();
    await view.gate.click();
    await view.choose('Show details');
    const details = await GateDetailsPage.in(window);
    await details.page.getByText('The platform could not be reached.').waitFor({ timeout: 30_000 });
    await details.page.getByRole('cell', { name: 'Failed' }).first().waitFor();
    assert.deepEqual(await details.problems(), []);
  });

  it('loses its history when the user clears it', async () => {
    await window.command('Service: Clear History');
    const dialog = window.page.getByRole('dialog').filter({ hasText: 'Clear the quality gate history' });
    await dialog.getByRole('button', { name: 'Clear' }).click();
    await window.command('Service: Focus on Quality Gate History View');
    await window.page.getByText('No quality gate changed in the last 30 days.').waitFor();
  });

  it('loses its binding with its connection, after the question has named it', async () => {
    await view.row('Quality').focus();
    await window.command('Service: Delete Connection');
    const dialog = window.page.getByRole('dialog').filter({ hasText: 'Delete connection “Quality”?' });
    await dialog.filter({ hasText: 'These folders are unbound: demo.' }).waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await view.addButton.waitFor();
    await view.gate.waitFor({ state: 'hidden' });
    await becomes(() => settingsOf(folder), {});
  });
});
