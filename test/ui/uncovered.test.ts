import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { UiWindow } from '../harness/ui.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { GateDetailsPage } from './gateDetailsPage.ts';
import { ServiceView } from './serviceView.ts';
import { boundTo } from './userSettings.ts';
import { scenario } from './scenario.ts';
import { sharedWindow } from './sharedWindow.ts';

const lines = Array.from({ length: 30 }, (_, index) => `export const n${index} = ${index};`);
const source = `${lines.join('\n')}\n`;
/** The lines of a coverage report: tests run all lines except 11 to 20. */
const hits = lines.map((_, index) => `DA:${index + 1},${index >= 10 && index < 20 ? 0 : 1}`);
const lcov = ['SF:src/numbers.js', ...hits, 'end_of_record', ''].join('\n');

scenario('a gate that fails because of its coverage', (stage) => {
  let platform: DemoPlatform;
  let window: UiWindow;
  let view: ServiceView;

  before(async () => {
    platform = await stage.keep(DemoPlatform.start());
    await platform.createProject('shop', 'Shop');
    assert.equal(await platform.analyzeFiles('shop', { 'src/one.js': 'export const one = 1;\n' }), 'OK');
    ({ window, view } = await sharedWindow(stage, {
      settings: { 'service.notifications.pollInterval': 10 },
      files: { 'src/numbers.js': source, ...boundTo('shop') },
    }));
    await view.addServer('Quality', platform);
    await view.waitForRow(/^Shop, project, quality gate Passed/);
  });

  it('opens the first uncovered line from its toast', async () => {
    const files = { 'src/one.js': 'export const one = 1;\n', 'src/numbers.js': source };
    assert.equal(await platform.analyzeFiles('shop', { ...files, 'coverage/lcov.info': lcov }), 'ERROR');
    await window.answerToast('Shop failed its quality gate', 'Show Issues');
    await window.whenAt('numbers.js', 'Ln 11, Col 1');
    await window.page.locator('.squiggly-info').first().waitFor();
    await window.screenshot('uncovered');
  });

  it('says in its details what to do, and leads from there to the lines', async () => {
    await window.command('Service: Show Quality Gate Details');
    const details = await GateDetailsPage.in(window);
    await details.page.getByText('Add tests that run the uncovered lines and branches.').waitFor();
    await window.screenshot('uncovered-details', { height: 1000 });
    assert.deepEqual(await details.problems(), []);
    await details.page.getByRole('link', { name: 'Show Issues' }).click();
    await new ServiceView(window, 'Quality Gate').row('Not covered by tests').waitFor();
    await window.command('Problems: Focus on Problems View');
    await window
      .problem(/Not covered by tests\. Add a test that runs this code\..*\[Ln 11, Col 1\]/u)
      .waitFor();
    await window.screenshot('uncovered-problems');
  });

  const covered = (): Locator =>
    window.page.getByRole('treeitem', { name: /numbers\.js/u }).filter({ hasText: '66.67%' });

  it('offers quick fixes for the lines', async () => {
    await window.problem('Not covered by tests').getByText('Not covered by tests').dblclick();
    await window.openActionMenu('Open File in Browser');
    await window.actionMenu.getByText('Explain and Fix with the AI Agent').waitFor();
    await window.screenshot('uncovered-fixes');
    await window.page.keyboard.press('Escape');
  });

  it('shows which lines tests run in the view of coverage and beside the lines', async () => {
    await window.command('Service: Show Coverage Behind the Quality Gate');
    await covered().waitFor();
    await window.page.locator('.coverage-deco-gutter.coverage-deco-miss').first().waitFor();
    await window.page.locator('.coverage-deco-gutter.coverage-deco-hit').first().waitFor();
    await window.screenshot('uncovered-coverage');
    await window.command('Test: Clear Coverage');
    await covered().waitFor({ state: 'detached' });
  });

  it('shows those lines from its details, too', async () => {
    await window.command('Service: Show Quality Gate Details');
    const details = await GateDetailsPage.in(window);
    await details.page.getByRole('link', { name: 'Show Coverage' }).click();
    await covered().waitFor();
    await window.command('Test: Clear Coverage');
    await covered().waitFor({ state: 'detached' });
  });
});
