import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { repeatUntilShown, type UiWindow } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { ByKeyboard } from './byKeyboard.ts';
import { GateDetailsPage } from './gateDetailsPage.ts';
import { ServiceView } from './serviceView.ts';
import { boundTo } from './userSettings.ts';
import { scenario } from './scenario.ts';
import { sharedWindow, type SharedWindow } from './sharedWindow.ts';

const clean = {
  'src/total.js': [
    'export function total(prices) {',
    '  let sum = 0;',
    '  for (const price of prices) sum += price;',
    '  return sum;',
    '}',
    '',
  ].join('\n'),
  'src/mean.js': [
    "import { total } from './total.js';",
    '',
    'export function mean(prices) {',
    '  return total(prices) / prices.length;',
    '}',
    '',
  ].join('\n'),
};
const bad = {
  'src/total.js': clean['src/total.js'].replace('  return sum', '  debugger;\n  return sum'),
  'src/mean.js': clean['src/mean.js'].replace('  return total', '  debugger;\n  return total'),
};
/** A file that git ignores, and one that the workspace does not have. */
const generated = { 'built/a.js': 'debugger;\n', 'built/elsewhere.js': 'debugger;\n' };
const message = "Unexpected 'debugger' statement.";
/** In the description of the rule. */
const description = 'It reports:';

scenario('the issues of a bound folder', (stage) => {
  let platform: DemoPlatform;
  let shared: SharedWindow;
  let window: UiWindow;
  let view: ServiceView;

  before(async () => {
    platform = await stage.keep(DemoPlatform.start());
    await platform.createProject('shop', 'Shop');
    assert.equal(await platform.analyzeFiles('shop', clean), 'OK');
    shared = await sharedWindow(stage, {
      settings: { 'service.notifications.pollInterval': 10 },
      files: {
        ...bad,
        '.gitignore': 'built/\n',
        'built/a.js': generated['built/a.js'],
        ...boundTo('shop'),
      },
    });
    ({ window, view } = shared);
    await view.addServer('Quality', platform);
    await view.waitForRow(/^Shop, project, quality gate Passed/);
  });

  const openFile = async (name: string): Promise<void> => {
    await window.page.keyboard.press('Control+P');
    await window.quickInputBox.fill(name);
    await window.takeFirst(new RegExp(`^${name.replaceAll('.', String.raw`\.`)}`, 'u'));
    await window.whenAt(name);
    await window.focusedText.waitFor();
  };
  /** The list of what is left. */
  const left = (): Locator => window.tree('Quality Gate');
  const leftRow = (name: string, of = window): Locator => new ServiceView(of, 'Quality Gate').row(name);
  /** Opens the first issue below the row of a file. A click would hit another row of a list that is drawn again. */
  const openBelow = async (path: string, of = window): Promise<void> => {
    await new ByKeyboard(of, new ServiceView(of, 'Quality Gate')).goTo([path]);
    await of.page.keyboard.press('ArrowRight');
    await of.page.keyboard.press('Enter');
  };
  const marker = (of = window): Locator => of.page.locator('.squiggly-warning, .squiggly-info').first();
  const hover = (): Locator =>
    window.page.locator('.monaco-hover:visible').filter({ hasText: 'Open in browser' });
  const cursor = (text: string): Locator =>
    window.page.locator('[id="status.editor.selection"]').filter({ hasText: text });

  it('open at their line from the toast of the failed gate', async () => {
    assert.equal(await platform.analyzeFiles('shop', bad), 'ERROR');
    await window.toast(/Shop failed its quality gate/).hover();
    await window.screenshot('issue-toast');
    await window.answerToast('Shop failed its quality gate', 'Show Issues');
    await window.whenAt('mean.js', 'Ln 4, Col 3');
    await marker().waitFor();
  });

  it('are listed beside it, by condition and file, with the open one selected', async () => {
    await leftRow('2 issues on new code, 0 allowed').waitFor();
    await leftRow('src/total.js, 1 of 1 left').waitFor();
    await left()
      .getByRole('treeitem', { name: message, selected: true })
      .and(left().locator('[aria-level="3"]'))
      .waitFor();
    await window.page.getByText('2 of 2 left').first().waitFor();
    await window.screenshot('issue-list');
  });

  it('open from their row', async () => {
    await window.command('View: Close All Editors');
    await leftRow(message).last().click();
    await window.whenAt('total.js', 'Ln 4, Col 3');
  });

  it('are filtered in the list of what is left', async () => {
    await window.command('Service: Filter Issues of the Quality Gate');
    await view.choose('Assigned to me');
    await leftRow('No finding matches the filter.').waitFor();
  });

  it('are read again by the action of their list', async () => {
    await platform.assignIssues('shop');
    await window.command('Service: Refresh Issues of the Quality Gate');
    await leftRow('src/total.js, 1 of 1 left').waitFor();
    await window.command('Service: Filter Issues of the Quality Gate');
    await view.choose('Everything');
    await leftRow(message).last().waitFor();
  });

  it('are handed to the AI agent in one prompt', async () => {
    await window.command('Service: Fix the Quality Gate with the AI Agent');
    await window.toast('This editor has no chat. The prompt is in the clipboard.').waitFor();
  });

  it('are listed below the failed project, too', async () => {
    await view.expand('Shop, project', view.row('2 issues on new code, 0 allowed, condition, 2 of 2 left'));
    await view.row(message).nth(1).waitFor();
    await window.screenshot('issue-rows');
  });

  it('are shown from the menu of the failed project, too', async () => {
    await new ByKeyboard(window, view).chooseInMenu(['Shop, project'], 'Show Issues Behind the Quality Gate');
    await leftRow(message).and(left().locator('[aria-selected="true"]')).waitFor();
  });

  it('open at their line from the menu of the failed gate in the status bar', async () => {
    await window.command('View: Close All Editors');
    await view.gate.click();
    await view.atStep('Quality gate of Shop: Failed');
    await window.takeFirst('Show issues');
    await window.whenAt('mean.js', 'Ln 4, Col 3');
  });

  it('are gone through by key, file by file', async () => {
    await window.focusedText.waitFor();
    await window.page.keyboard.press('Control+F8');
    await window.whenAt('total.js', 'Ln 4, Col 3');
    await window.focusedText.waitFor();
    await window.page.keyboard.press('Control+Shift+F8');
    await window.whenAt('mean.js');
  });

  it('behind the gate are listed in the Problems view, also of closed files', async () => {
    await window.command('View: Close All Editors');
    await window.command('View: Show Explorer');
    await left().waitFor({ state: 'hidden' });
    await window.command('Service: Show Issues Behind the Quality Gate');
    // The problems are there from before; only the command shows the list again.
    await leftRow(message).first().waitFor();
    await window.command('Problems: Focus on Problems View');
    await becomes(() => window.problem(message).count(), 2);
    await window.problem('mean.js').waitFor();
    await window.screenshot('issues-problems');
  });

  it('stay on their lines while the text is edited', async () => {
    await openFile('total.js');
    await window.page.keyboard.press('Control+Home');
    await window.page.keyboard.type('// Sums.\n');
    await window.problem(/\[Ln 5, Col 3\]/u).waitFor();
  });

  it('disappear when their lines are edited, and return when the edit is taken back', async () => {
    await window.goTo(5);
    await window.page.keyboard.press('End');
    await window.page.keyboard.type('x');
    await becomes(() => window.problem(message).count(), 1);
    await leftRow(`${message}, probably fixed · line 4`).waitFor();
    await leftRow('src/total.js, none left').waitFor();
    await window.screenshot('issue-probably-fixed');
    await window.page.keyboard.press('Backspace');
    await window.problem(/\[Ln 5, Col 3\]/u).waitFor();
    await leftRow('src/total.js, 1 of 1 left').waitFor();
  });

  it('are explained by a hover of three lines: the rule, its severity and links', async () => {
    await openFile('total.js');
    await marker().waitFor();
    const word = window.page.locator('.view-line').filter({ hasText: 'debugger' }).first();
    await word.hover({ position: { x: 40, y: 8 } });
    await hover().waitFor();
    await hover().getByText('Disallow the use of').first().waitFor();
    await hover().getByText('Reliability: low · eslint:no-debugger').waitFor();
    await window.screenshot('issue-hover');
    assert.equal(await hover().getByText(description).count(), 0);
  });

  it('show the description of their rule after More, in a hover that has the focus', async () => {
    await hover().getByRole('link', { name: 'More' }).click();
    await hover().getByText(description).waitFor();
    await window.page.locator('.monaco-hover:focus, .monaco-hover *:focus').first().waitFor();
    await window.screenshot('issue-hover-more');
    await window.page.keyboard.press('Escape');
  });

  it('offer what to do about them as quick fixes', async () => {
    await window.page.keyboard.press('Escape');
    await window.command('Service: Go to Next Issue of the Quality Gate');
    await cursor('Ln 4, Col 3').waitFor();
    await marker().waitFor();
    await window.openActionMenu('Explain and Fix with the AI Agent');
    for (const name of [
      'Mark as False Positive…',
      'Accept Issue…',
      'Assign Issue to Me',
      'Open Issue in Browser',
    ])
      await window.actionMenu.getByText(name).first().waitFor();
    await window.screenshot('issue-actions');
  });

  it('are accepted by keyboard in one step, after which the text has the focus', async () => {
    await window.chooseAction('Accept Issue…');
    await view.atStep('Accept Issue');
    await window.quickInput.getByText('Everyone who uses the project sees this change.').waitFor();
    await window.screenshot('issue-confirmation');
    await view.answer('Only in a demo.');
    await window.problem('mean.js').waitFor({ state: 'detached' });
    await window.focusedText.waitFor();
  });

  it('are open again after Undo in the message that says what is left', async () => {
    await window.toast('Issue accepted: 1 of 2 left.').waitFor();
    // The editor shows the progress of a quick fix until its command has ended.
    await window.page
      .locator('.part.editor .monaco-progress-container.active')
      .waitFor({ state: 'detached' });
    await window.answerToast('Issue accepted: 1 of 2 left.', 'Undo');
    await window.problem('mean.js').waitFor();
  });

  it('are said to be closed, and counted as such, in a window that marks one after another window', async () => {
    const other = await shared.editor.openWindow({ folder: shared.folder });
    const otherView = new ServiceView(other);
    await otherView.gate.filter({ hasText: 'Gate: Failed' }).waitFor();
    await other.command('Service: Show Issues Behind the Quality Gate');
    // The command has read the list when it selects a row. A list that is read later lacks what this window closes.
    const selected = new ServiceView(other, 'Quality Gate').tree.locator('[aria-selected="true"]');
    await leftRow(message, other).and(selected).waitFor();
    for (const [of, viewOf] of [
      [window, view],
      [other, otherView],
    ] as const) {
      await of.focus();
      await leftRow('src/mean.js, 1 of 1 left', of).waitFor();
      await openBelow('src/mean.js', of);
      await of.whenAt('mean.js', 'Ln 4, Col 3');
      await marker(of).waitFor();
      await of.command('Service: Act on Issue…');
      await viewOf.choose('Accept Issue…');
      await viewOf.answer('', 'Accept Issue');
      await leftRow('src/mean.js, none left', of).waitFor();
    }
    await other.toast('The issue is no longer open on the platform: 1 of 2 left.').waitFor();
    // The progress of a slow request is shown for most of a second at least.
    const messages = other.page.locator('.notification-list-item:visible');
    assert.equal(await messages.filter({ hasNotText: 'Changing an issue of shop…' }).count(), 1);
    await other.screenshot('issue-marked-elsewhere');
    await other.page.close();
    await window.answerToast('Issue accepted: 1 of 2 left.', 'Undo');
    await leftRow('src/mean.js, 1 of 1 left').waitFor();
  });

  it('open from the details page of the gate', async () => {
    await view.act('Shop, project', 'Show Quality Gate Details', GateDetailsPage.frameIn(window));
    const details = await GateDetailsPage.in(window);
    await details.page
      .getByRole('link', { name: /^Open: /u })
      .first()
      .click();
    await cursor('Ln 4, Col 3').waitFor();
  });

  it('are marked as false positives, after which the notification of the passed gate arrives', async () => {
    for (const file of ['mean.js', 'total.js']) {
      // On the message: the rule behind it is a link to the platform.
      await window.problem(message).first().getByText(message).dblclick();
      await window.whenAt(file);
      await marker().waitFor();
      await window.openActionMenu('Mark as False Positive…');
      await window.chooseAction('Mark as False Positive…');
      await view.answer('', 'Mark as False Positive');
      await window.problem(file).waitFor({ state: 'detached' });
    }
    await window.toast('Shop passed its quality gate (was: failed): 2 issues on new code fixed.').waitFor();
    await window.page.getByText('Shop passed its quality gate. Nothing is left to do.').waitFor();
    await window.screenshot('issue-list-empty');
    await becomes(() => left().getByRole('treeitem').allInnerTexts(), []);
  });

  it('open at their line in a file that git ignores, and on the platform if the workspace lacks the file', async () => {
    assert.equal(await platform.analyzeFiles('shop', { ...clean, ...generated }), 'ERROR');
    await leftRow('built/a.js, 1 of 1 left').waitFor();
    await leftRow('built/elsewhere.js, 1 of 1 left').waitFor();
    await repeatUntilShown(window.activeTab('a.js'), () => openBelow('built/a.js'));
    await window.whenAt('a.js', 'Ln 1, Col 1');
    await window.screenshot('issue-list-generated');
    const opened = shared.editor.context.waitForEvent('page');
    await openBelow('built/elsewhere.js');
    const page = await opened;
    const { port } = new URL(platform.url);
    await page.waitForURL(new RegExp(String.raw`[:/]${port}/(?:project/issues\?.*open=.*)?$`, 'u'));
    await page.close();
  });
});
