import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ProcessGroup } from '../../scripts/processGroup.ts';
import { latestEditor } from '../../scripts/editor/versions.ts';
import { openBrowser } from '../harness/browser.ts';
import { patienceMs, type UiWindow, version } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { scenario } from './scenario.ts';
import { openAddress, startDemo } from './startedDemo.ts';

/** Follows the README as a new user does: runs the command, opens the browser, presses the key. */
scenario('npm start', ({ keep }) => {
  let demo: ProcessGroup;
  let page: Page;
  let window: UiWindow;

  before(async function () {
    // It starts the latest editor, whichever this run is for.
    if (version !== latestEditor) this.skip();
    demo = await keep(startDemo());
  });

  it('prints the address of an editor with the demo', async () => {
    window = await openAddress(demo, await keep(openBrowser()));
    ({ page } = window);
  });

  it('begins connected, with the bound project and no notification', async () => {
    await page.getByRole('treeitem', { name: /^Demo, connection, Connected/ }).waitFor();
    await page.getByRole('treeitem', { name: /^service-ide-demo, project, quality gate Passed/ }).waitFor();
    assert.equal(await window.toast('').count(), 0);
    await window.screenshot('start');
  });

  it('keeps the token over a reload of the page', async () => {
    await page.reload();
    await page.getByRole('treeitem', { name: /^Demo, connection, Connected/ }).waitFor();
  });

  it('changes the gate on one key, and the toast appears', async () => {
    demo.child.stdin?.write('f\n');
    const toast = page
      .locator('.notification-toast')
      .filter({ hasText: 'service-ide-demo failed its quality gate' });
    // The demo analyses its source again, which can take longer than one condition on a busy machine.
    await toast.waitFor({ timeout: 3 * patienceMs });
    await page.getByRole('treeitem', { name: /^service-ide-demo, project, quality gate Failed/ }).waitFor();
  });

  it('ends with 0 after a signal, and leaves no process behind', async () => {
    // To all of its group, as Ctrl-C in a terminal does.
    process.kill(-demo.pid, 'SIGINT');
    assert.equal(await demo.exited, 0);
    // The last of them may still wait for init to take note of its end.
    await becomes(() => isAlive(-demo.pid), false);
  });
});

/** A process, or a group of them by its negative number. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
