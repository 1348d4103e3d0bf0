import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { adminPassword } from '../../src/platform/platform.ts';
import { openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { ServiceView } from './serviceView.ts';
import { story } from './story.ts';

story('a token from the browser', () => {
  let platform: DemoPlatform;
  let editor: UiEditor;
  let window: UiWindow;
  let view: ServiceView;

  before(async () => {
    platform = await DemoPlatform.start();
    editor = await openEditor();
    window = await editor.openWindow({ folder: editor.folder('demo') });
    view = new ServiceView(window);
    await view.open();
  });
  after(async () => {
    try {
      await editor.close();
    } finally {
      await platform.stop();
    }
  });

  /** Presses the wizard's button; the platform's page opens in front of the editor. */
  async function openPage(): Promise<Page> {
    const opened = editor.context.waitForEvent('page');
    await window.quickInput.getByRole('button', { name: 'Get a token by the browser' }).press('Enter');
    const page = await opened;
    await page.waitForURL(/\/sonarlint\/auth\?/);
    // This editor runs in a browser and takes any port of 127.0.0.1 for one of its own machine's.
    const { pathname, search } = new URL(page.url());
    await page.goto(platform.url + pathname + search);
    return page;
  }

  it('needs no copying: the page asks, and the wizard goes on while its window is behind', async () => {
    await window.command('Service: Add Connection');
    await view.atStep('(1/5)');
    await view.choose('Server');
    await view.atStep('(2/5)');
    await view.answer(platform.url);
    await view.atStep('(3/5)');
    const page = await openPage();
    await window.quickInput.getByText('Say yes in the browser').waitFor();
    await page.getByLabel('Login').fill('admin');
    await page.getByLabel('Password').fill(adminPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('The editor has the token.').waitFor();
    await view.atStep('(4/5)');
    await page.close();
    await view.answer('Quality');
    await view.atStep('(5/5)');
    await view.choose('Receive notifications');
    await view.waitForRow(/^Quality, connection, Connected/);
  });

  it('that expires within a week is warned of, and replaced without losing the connection', async () => {
    await window.command('Service: Replace Token');
    await view.atStep('Replace Token of Quality');
    const page = await openPage();
    const port = Number(new URL(page.url()).searchParams.get('port'));
    const token = await platform.newToken('short-lived', 'USER_TOKEN');
    // As a page of a platform sends it that lets tokens expire.
    const expirationDate = new Date(Date.now() + 3.5 * 24 * 60 * 60 * 1000)
      .toISOString()
      .replace(/\..*/, '+0000');
    const sent = await fetch(`http://127.0.0.1:${port}/sonarlint/api/token`, {
      method: 'POST',
      headers: { Origin: platform.url },
      body: JSON.stringify({ token, expirationDate }),
    });
    assert.equal(sent.status, 200);
    await page.close();
    await view.waitForRow(/^Quality, connection, Connected · token expires in 3 days/);
    await window.answerToast('Quality: token expires in 3 days', 'Replace Token');
    await view.atStep('Replace Token of Quality');
    await view.answer(platform.token);
    await view.waitForRow(/^Quality, connection, Connected$/);
  });

  it('is not taken any more once the person has left', async () => {
    await window.command('Service: Replace Token');
    await view.atStep('Replace Token of Quality');
    const page = await openPage();
    const port = new URL(page.url()).searchParams.get('port') ?? '';
    await page.close();
    await window.quickInputBox.press('Escape');
    await window.quickInput.waitFor({ state: 'hidden' });
    const sent = fetch(`http://127.0.0.1:${port}/sonarlint/api/token`, {
      method: 'POST',
      headers: { Origin: platform.url },
      body: JSON.stringify({ token: platform.token }),
    });
    // Nobody listens there any more, or somebody else who refuses it.
    assert.equal(await sent.then(({ ok }) => ok).catch(() => false), false);
  });
});
