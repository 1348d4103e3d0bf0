import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openEditor, type UiEditor, type UiOptions, type UiWindow } from '../harness/ui.ts';
import { startForwarder } from '../support/companyNetwork.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { ServiceView } from './serviceView.ts';
import { scenario, type Stage } from './scenario.ts';

interface EditorWithPlatform {
  readonly platform: DemoPlatform;
  /** An address that the editor does not take for its own machine's, so that it opens it as it is. */
  readonly url: string;
  readonly editor: UiEditor;
  readonly window: UiWindow;
  readonly view: ServiceView;
}

async function openEditorWithPlatform(
  keep: Stage['keep'],
  options: UiOptions = {},
): Promise<EditorWithPlatform> {
  const platform = await keep(DemoPlatform.start());
  const forwarder = await keep(startForwarder(platform.url, { host: '::1' }));
  const editor = await keep(openEditor(options));
  const window = await editor.openWindow({ folder: editor.folder('demo') });
  const view = await ServiceView.in(window);
  return { platform, url: `http://[::1]:${forwarder.port}`, editor, window, view };
}

async function goToTokenStep({ window, view, url }: EditorWithPlatform): Promise<void> {
  await window.command('Service: Add Connection');
  await view.choose('Server', '(1/5)');
  await view.answer(url, '(2/5)');
  await view.atStep('(3/5)');
}

const askBrowser = ({ view }: EditorWithPlatform): Promise<void> => view.choose('Get a token in the browser');

/** In three days and some hours. */
const expirationDate = new Date(Date.now() + 3.5 * 24 * 60 * 60_000).toISOString();

scenario('a token from the browser', ({ keep }) => {
  let all: EditorWithPlatform;

  before(async () => {
    all = await openEditorWithPlatform(keep);
    await all.platform.createProject('demo', 'Demo Project');
  });

  async function pageThatOpens(): Promise<Page> {
    const opening = all.editor.context.waitForEvent('page');
    await askBrowser(all);
    // The oldest editor asks before it opens an address that it does not know.
    const question = all.window.page.getByRole('dialog').filter({ hasText: 'open the external website' });
    const first = await Promise.race([opening.then(() => 'page'), question.waitFor().then(() => 'question')]);
    if (first === 'question') await question.getByRole('button', { name: 'Open', exact: true }).click();
    return opening;
  }

  it('is requested again after the user closed the page', async () => {
    await goToTokenStep(all);
    const closed = await pageThatOpens();
    await closed.close();
    await all.window.quickInput.getByRole('button', { name: /Back/ }).click();
    const page = await pageThatOpens();
    await page.getByLabel('Login').fill('admin');
    await page.getByLabel('Password').fill(all.platform.adminPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    await all.view.objection('Approve in the browser, or paste a token here');
  });

  it('arrives while the browser has the focus', async () => {
    const page = all.editor.context.pages().at(-1);
    assert.ok(page);
    // As a platform on which tokens may not live for ever.
    await page.route('**/sonarlint/api/token', (route) =>
      route.continue({ postData: { ...(route.request().postDataJSON() as object), expirationDate } }),
    );
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('The editor has received the token').waitFor();
    await all.view.atStep('(4/5)');
    await page.close();
    await all.window.screenshot('token');
    await all.view.answer('Quality');
    await all.view.choose('Receive notifications', '(5/5)');
  });

  it('causes a warning a week before it expires, and is replaced without a new connection', async () => {
    const { view, window, platform } = all;
    await view.waitForRow(/^Quality, connection, Connected.*token expires in 3 days/);
    await window.command('Service: Bind Folder to Project');
    await view.atStep('Bind demo to a Project on Quality');
    await window.takeFirst(/^Demo Project/);
    await view.waitForRow(/^Demo Project, project, .*folders demo/);
    await window.screenshot('token-expires');
    await window.answerToast('Quality: token expires in 3 days.', 'Replace Token');
    await view.pasteToken(platform.token, 'Replace Token of Quality');
    await view.waitForRow(/^Quality, connection, Connected(?!.*expires)/);
    await view.waitForRow(/^Demo Project, project, .*folders demo/);
  });

  it('is no longer expected after the user left the wizard, and the page says so', async () => {
    await goToTokenStep(all);
    const page = await pageThatOpens();
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    await all.window.focus();
    await all.window.quickInputBox.press('Escape');
    await all.window.quickInput.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('can no longer be reached').waitFor();
    await page.close();
  });

  it('can be pasted when the browser does not answer', async () => {
    await goToTokenStep(all);
    const page = await pageThatOpens();
    await page.close();
    await all.view.answer(all.platform.token);
    await all.view.atStep('(4/5)');
    await all.window.page.keyboard.press('Escape');
  });
});

scenario('a token from the browser of another machine', ({ keep }) => {
  let all: EditorWithPlatform;

  before(async () => {
    // An editor on a server gives such addresses for ports of its machine.
    all = await openEditorWithPlatform(keep, {
      env: { VSCODE_PROXY_URI: 'https://editor.example/proxy/{{port}}' },
    });
  });

  it('cannot arrive, so the wizard says so at once and takes a pasted one', async () => {
    await goToTokenStep(all);
    await askBrowser(all);
    await all.view.objection(
      'The browser cannot reach the machine that the extension runs on. Create a token on the platform',
    );
    await all.window.screenshot('token-remote');
    assert.equal(all.editor.context.pages().length, 1);
    await all.view.answer(all.platform.token);
    await all.view.atStep('(4/5)');
  });
});
