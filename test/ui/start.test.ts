import assert from 'node:assert/strict';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { latestEditor } from '../../scripts/editor/versions.ts';
import { openBrowser } from '../harness/browser.ts';
import { version } from '../harness/ui.ts';
import { story } from './story.ts';

const root = join(import.meta.dirname, '../..');

/** What the README tells a new user to do, done: the one command, the browser, the one key. */
story('npm start', (suite) => {
  suite.timeout(180_000);
  let demo: ChildProcessByStdio<Writable, Readable, null>;
  let browser: Browser;
  let page: Page;

  before(async function () {
    // It starts the latest editor, whichever this run is for.
    if (version !== latestEditor) this.skip();
    demo = spawn('npm', ['start', '--silent', '--', '--no-open'], {
      cwd: root,
      detached: true,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    browser = await openBrowser();
  });
  after(async () => {
    if (version !== latestEditor) return;
    await browser.close();
    if (demo.exitCode === null && demo.signalCode === null) process.kill(-(demo.pid ?? 0), 'SIGKILL');
  });

  it('prints an address, and behind it stands an editor with the demo', async () => {
    const lines = createInterface(demo.stdout);
    const [address] = (await once(lines, 'line')) as [string];
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(address);
    await page.getByRole('tab', { name: 'Service', exact: true }).click();
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
    demo.stdin.write('f\n');
    const toast = page.locator('.notification-toast').filter({ hasText: 'service-ide-demo has failed' });
    await toast.waitFor({ timeout: 60_000 });
    await page.getByRole('treeitem', { name: /^service-ide-demo, project, quality gate Failed/ }).waitFor();
  });

  it('ends with 0 when it is told to, and leaves no process behind', async () => {
    const exited = once(demo, 'exit') as Promise<[number | null]>;
    // To all of its group, as Ctrl-C in a terminal does.
    process.kill(-(demo.pid ?? 0), 'SIGINT');
    assert.deepEqual(await exited, [0, null]);
    assert.throws(() => process.kill(-(demo.pid ?? 0), 0), { code: 'ESRCH' });
  });
});
