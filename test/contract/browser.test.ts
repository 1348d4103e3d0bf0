import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { listenForToken } from '../../src/node/http/tokenFromPage.ts';
import { openBrowser, violationsOn } from '../harness/browser.ts';
import { startServer, type TestServer } from '../support/httpServer.ts';
import { withTempFolder } from '../support/tempFolder.ts';
import { usePlatform } from './usePlatform.ts';

/** A file with one issue. */
const cart = `export interface Item {
  readonly price: number;
}

export function total(items: readonly Item[]): number {
  const rate = 0.19;
  return items.reduce((sum, { price }) => sum + price, 0);
}
`;

/** The pages as a person uses them, in a real browser that obeys their content security policy. */
describe('the pages of the embedded platform in a browser', () => {
  const { platform, admin } = usePlatform();
  let hook: TestServer;
  let browser: Browser;
  let page: Page;
  const elsewhere: string[] = [];
  const complaints: string[] = [];

  before(async () => {
    hook = await startServer((_request, response) => response.end());
    await admin.project('demo', 'Demo <b>project</b>');
    await admin.project('shop', 'Web shop');
    await admin.gate('Strict', [['violations', 'GT', '0']], 'shop');
    await admin.post('webhooks/create', { name: 'Our hook', url: hook.url, project: 'shop' });
    await withTempFolder(async (directory) => {
      await writeFile(join(directory, 'cart.ts'), cart);
      await admin.scan({ directory, projectKey: 'shop' });
    });
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1000, height: 720 } });
    page.on('request', (request) => {
      if (!request.url().startsWith(platform.url)) elsewhere.push(request.url());
    });
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
  });
  after(async () => {
    await browser.close();
    await hook.stop();
  });

  let pictures = 0;

  /** Takes a picture into the folder that `SERVICE_SCREENSHOTS` names; does nothing without it. */
  async function picture(kind: string, name = `platform-${++pictures}-${kind}`): Promise<void> {
    const folder = process.env.SERVICE_SCREENSHOTS;
    if (folder === undefined) return;
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  }

  /** Judged in both colour schemes, and for its width on a narrow screen. The light picture is named `light`. */
  async function isAccessible(light?: string): Promise<void> {
    const size = page.viewportSize();
    await page.setViewportSize({ width: 400, height: 800 });
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    assert.ok(width <= 400, `${page.url()} is ${width} pixels wide`);
    await picture('400px');
    if (size) await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      // Colours that are still changing would be judged.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await picture(colorScheme, colorScheme === 'light' ? light : undefined);
      assert.deepEqual(await violationsOn(page), [], `${page.url()} in ${colorScheme}`);
    }
  }

  it('can be used to sign in by keyboard alone, and then show the requested page', async () => {
    await page.goto(`${platform.url}/dashboard?id=demo`);
    await isAccessible();
    await page.getByLabel('Login').focus();
    await page.keyboard.type('admin');
    await page.keyboard.press('Tab');
    await page.keyboard.type(platform.adminPassword ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Demo <b>project</b>' }).waitFor();
  });

  it('show gate, conditions, issues and deliveries of a project', async () => {
    await page.goto(`${platform.url}/dashboard?id=shop`);
    await isAccessible('platform');
    await page.getByText('Quality gate: Failed').waitFor();
    await page.getByRole('row', { name: 'Issues 1 above 0 Failed' }).waitFor();
    await page.getByRole('heading', { name: /'rate' is assigned a value but never used/ }).waitFor();
    await page.getByRole('link', { name: 'cart.ts:6' }).click();
    await page.getByText('Back to the project').waitFor();
    await isAccessible();
    await page.goBack();
    await page.getByRole('row', { name: /Our hook.*delivered \(200\)/ }).waitFor();
  });

  it('change the gate by the transition of an issue', async () => {
    await page.getByRole('button', { name: 'False positive' }).click();
    await page.getByText('Quality gate: Passed').waitFor();
    assert.equal(await admin.gateStatus('shop'), 'OK');
  });

  it('find projects', async () => {
    await page.getByRole('link', { name: 'Projects' }).click();
    await isAccessible();
    await page
      .getByRole('article')
      .filter({ hasText: /Web shop\s+Passed/ })
      .waitFor();
    await page.getByLabel('Search').fill('dem');
    await page.keyboard.press('Enter');
    await page.getByText('1 project', { exact: true }).waitFor();
    await page.getByRole('article').filter({ hasText: 'Demo <b>project</b>' }).waitFor();
    await page.getByText('Analyze a project').click();
    await isAccessible();
  });

  it('have a form for projects, and an answer for unknown addresses', async () => {
    await page.getByRole('link', { name: 'Create project' }).click();
    await page.getByLabel('Name').fill('Mine');
    await isAccessible();
    await page.getByText('Projects', { exact: true }).first().click();
    const answer = await page.goto(`${platform.url}/nowhere`);
    assert.equal(answer?.status(), 404);
    await isAccessible();
    // The browser itself says so in the console.
    assert.match(complaints.splice(0).join(' '), /^Failed to load resource: .*404 \(Not Found\)$/);
    await page.goto(platform.url);
  });

  it('create a token', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Tokens' }).click();
    await page.getByLabel('Name').fill('from the page');
    await page.getByRole('button', { name: 'Generate' }).click();
    await page.getByRole('status').getByRole('code').waitFor();
    await isAccessible();
  });

  it('send a token to an editor that waits on this machine, after the user agreed', async () => {
    const callback = await listenForToken({ baseUrl: platform.url, clientName: 'My editor' });
    try {
      await page.goto(callback.pageUrl);
      await isAccessible();
      assert.deepEqual(elsewhere, [], 'nothing was ever loaded from elsewhere');
      await page.getByRole('button', { name: 'Allow' }).click();
      const { token } = await callback.token;
      assert.match(token, /^squ_/u);
      await page.getByText('The editor has received the token').waitFor();
    } finally {
      callback.stop();
    }
  });

  it('show that no editor waits any more', async () => {
    const callback = await listenForToken({ baseUrl: platform.url, clientName: 'Gone' });
    callback.stop();
    assert.deepEqual(complaints, [], 'no policy was broken and no script failed');
    await page.goto(callback.pageUrl);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('can no longer be reached').waitFor();
  });

  it('sign out', async () => {
    await page.getByRole('button', { name: /Sign out/ }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});
