import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startGroup, type ProcessGroup } from '../../scripts/processGroup.ts';
import { latestEditor } from '../../scripts/editor/versions.ts';
import { openBrowser } from '../harness/browser.ts';
import { patienceMs, UiWindow, version } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { ServiceView } from './serviceView.ts';
import { story } from './story.ts';

const root = join(import.meta.dirname, '../..');

/** What the README tells a new user to do, done: the one command, the browser, the one key. */
story('npm start', ({ suite, keep }) => {
  suite.timeout(300_000);
  let demo: ProcessGroup;
  let page: Page;

  before(async function () {
    // It starts the latest editor, whichever this run is for.
    if (version !== latestEditor) this.skip();
    // The demo has groups of its own: it must be asked to end, and given the time.
    demo = await keep(
      startGroup('npm', ['start', '--silent', '--', '--no-open'], {
        cwd: root,
        stdio: ['pipe', 'pipe', 'inherit'],
        atExit: 'SIGTERM',
        graceMs: 20_000,
      }),
    );
    const browser = await keep(openBrowser());
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(patienceMs);
  });

  it('prints an address, and behind it stands an editor with the demo', async () => {
    assert.ok(demo.child.stdout);
    const lines = createInterface(demo.child.stdout);
    const [address] = (await once(lines, 'line')) as [string];
    await page.goto(address);
    const window = new UiWindow(page);
    await window.ready();
    await ServiceView.in(window);
  });

  it('has moved the connection of the old settings, and shows the bound project', async () => {
    await page.getByRole('treeitem', { name: /^Demo, connection, Connected/ }).waitFor();
    await page.getByRole('treeitem', { name: /^service-ide-demo, project, quality gate Passed/ }).waitFor();
  });

  it('keeps the token over a reload of the page', async () => {
    await page.reload();
    await page.getByRole('treeitem', { name: /^Demo, connection, Connected/ }).waitFor();
  });

  it('flips the gate at one key, and the toast appears', async () => {
    demo.child.stdin?.write('f\n');
    const toast = page.locator('.notification-toast').filter({ hasText: 'service-ide-demo has failed' });
    // It analyses the whole source anew, which on a busy machine alone may take longer than one condition has.
    await toast.waitFor({ timeout: 3 * patienceMs });
    await page.getByRole('treeitem', { name: /^service-ide-demo, project, quality gate Failed/ }).waitFor();
  });

  it('ends with 0 when it is told to, and leaves no process behind', async () => {
    // To all of its group, as Ctrl-C in a terminal does.
    process.kill(-demo.pid, 'SIGINT');
    assert.equal(await demo.exited, 0);
    // The last of them may still wait for init to take note of its end.
    await becomes(() => Promise.resolve(isAlive(-demo.pid)), false);
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
