import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { listenForToken } from '../../src/node/http/tokenFromPage.ts';
import type { RealServer } from '../../scripts/real/server.ts';
import { password } from '../contract/provision.ts';
import { openBrowser } from '../harness/browser.ts';

/** The server's own page in a real browser, up to the token that arrives here. */
export function browserScenarios(serverOf: () => RealServer): void {
  describe('page that hands over a token', () => {
    let browser: Browser;

    before(async () => {
      browser = await openBrowser();
    });
    after(() => browser.close());

    it('sends a user token from its own origin after the user agreed', async () => {
      const { url } = serverOf();
      const callback = await listenForToken({ baseUrl: url, clientName: 'Service for IDE' });
      // High enough that no advertisement at the lower edge covers the question.
      const page = await browser.newPage({ viewport: { width: 1280, height: 1400 } });
      // The dialog that greets a first visit, above the page.
      const later = page.getByRole('button', { name: /^(?:Later|Got it)$/ });
      await page.addLocatorHandler(later, () => later.click(), { noWaitAfter: true });
      try {
        await page.goto(callback.pageUrl);
        await page.locator('input[name=login], input#login, input#login-input').first().fill('admin');
        await page.locator('input[type=password]').first().fill(password);
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: /allow/i }).click();
        const { token } = await callback.token;
        assert.match(token, /^squ_/);
        const answer = await fetch(`${url}/api/users/current`, {
          headers: { Authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}` },
        });
        assert.equal(((await answer.json()) as { login: string }).login, 'admin');
      } finally {
        callback.stop();
        await page.close();
      }
    });
  });
}
