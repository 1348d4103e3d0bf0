import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testExtension } from '../harness/testExtension.ts';
import { openEditor, type UiWindow } from '../harness/ui.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { GateDetailsPage } from './gateDetailsPage.ts';
import { ServiceView } from './serviceView.ts';
import { boundTo } from './userSettings.ts';
import { scenario } from './scenario.ts';

scenario('a folder whose branch has a pull request', ({ keep }) => {
  let platform: DemoPlatform;
  let window: UiWindow;
  let view: ServiceView;
  let folder: string;

  const analyzePullRequest = (code: 'clean' | 'bad') =>
    platform.analyze('shop', code, undefined, {
      'service.pullrequest.key': '12',
      'service.pullrequest.branch': 'feature',
    });
  const gatesOfSample = (text: string) =>
    window.page.locator('[id="sample.sample.gates"]').filter({ hasText: text }).waitFor();

  before(async () => {
    platform = await keep(DemoPlatform.start({ edition: 'developer' }));
    await platform.createProject('shop', 'The Shop', 'clean');
    const editor = await keep(
      openEditor({
        settings: { 'service.notifications.pollInterval': 10 },
        beside: [await testExtension('sample')],
      }),
    );
    folder = editor.folder('shop', {
      '.git/HEAD': 'ref: refs/heads/feature\n',
      'demo.js': 'export const one = 1;\ndebugger;\n',
      ...boundTo('shop'),
    });
    window = await editor.openWindow({ folder });
    view = await ServiceView.in(window, platform);
    await view.waitForRow(/^The Shop, project, quality gate Passed, folders shop/);
  });

  it('shows its gate as soon as it is analysed, in the tree, the status bar and the API', async () => {
    assert.equal(await analyzePullRequest('bad'), 'ERROR');
    await view.waitForRow(/^The Shop, pull request 12, project, quality gate Failed, folders shop/);
    await view.gate.getByLabel(/^Quality gate of The Shop, pull request 12: Failed$/).waitFor();
    await gatesOfSample('Quality/shop@#12=ERROR');
    assert.equal(await window.toast(/its quality gate/).count(), 0);
    await window.screenshot('pull-request');
  });

  it('has its issues in the Problems view, at their lines', async () => {
    await window.command('Service: Show Issues Behind the Quality Gate');
    await window
      .tree('Quality Gate')
      .getByRole('treeitem', { name: /^Unexpected 'debugger'/u })
      .waitFor();
    await window.command('Problems: Focus on Problems View');
    await window.problem('debugger').filter({ hasText: '[Ln 2, Col 1]' }).waitFor();
    await window.screenshot('pull-request-issues');
  });

  it('causes one toast when the gate of the pull request changes', async () => {
    assert.equal(await analyzePullRequest('clean'), 'OK');
    const toast = window.toast('The Shop, pull request 12 passed its quality gate (was: failed).');
    await toast.hover();
    assert.equal(await toast.count(), 1);
    await window.screenshot('pull-request-toast');
    await window.answerToast('passed its quality gate', 'Show Details');
    const details = await GateDetailsPage.in(window);
    await details.page.getByText('Pull request 12').first().waitFor();
    await details.page.getByText(/^Updated/).waitFor();
    await window.screenshot('pull-request-details');
  });

  it('has the change in the history', async () => {
    await window.command('Service: Focus on Quality Gate History View');
    await window
      .tree('Quality Gate History')
      .getByRole('treeitem', { name: /^The Shop, pull request 12: Passed, was Failed/ })
      .waitFor();
  });

  it('shows the gate of the main branch after the main branch is checked out', async () => {
    await writeFile(join(folder, '.git/HEAD'), 'ref: refs/heads/main\n');
    await view.waitForRow(/^The Shop, project, quality gate Passed, folders shop/);
  });
});
