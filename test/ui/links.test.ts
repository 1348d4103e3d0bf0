import assert from 'node:assert/strict';
import type { UiWindow } from '../harness/ui.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { startRecordingProxy, type RecordingProxy } from '../support/recordingProxy.ts';
import type { ServiceView } from './serviceView.ts';
import { scenario } from './scenario.ts';
import { sharedWindow } from './sharedWindow.ts';

scenario('a link into the editor', (stage) => {
  let platform: DemoPlatform;
  let place: RecordingProxy;
  let window: UiWindow;
  let view: ServiceView;

  before(async () => {
    platform = await stage.keep(DemoPlatform.start());
    place = await stage.keep(startRecordingProxy(platform.url));
    await platform.createProject('demo', 'Demo Project');
    ({ window, view } = await sharedWindow(stage));
  });

  /** Opens a link as the system hands one over; the editor itself asks whether the extension may have it. */
  async function follow(link: string, parameters: Readonly<Record<string, string>>): Promise<void> {
    await window.command('Developer: Open URL');
    await view.answer(`vscode://service.service-ide/${link}?${new URLSearchParams(parameters).toString()}`);
    await press('open this URI', 'Open');
  }

  async function press(dialog: string, button: string): Promise<void> {
    const asked = window.page.getByRole('dialog').filter({ hasText: dialog });
    await asked.getByRole('button', { name: button, exact: true }).click();
    await asked.waitFor({ state: 'detached' });
  }

  it('asks the user first, shows where it leads, and sends nothing before [W3]', async () => {
    await follow('connect', { server: place.url });
    await window.page.getByRole('dialog').filter({ hasText: place.url }).waitFor();
    await window.screenshot('link');
    await press(`A link asks to connect to ${new URL(place.url).host}`, 'Cancel');
    assert.deepEqual(place.requests, []);
  });

  it('is refused with a token', async () => {
    await follow('connect', { server: place.url, token: 'planted' });
    await window.toast('The link contains a token and was not opened.').waitFor();
    assert.deepEqual(place.requests, []);
  });

  it('adds a connection with a token that the user enters, and then binds a folder', async () => {
    await follow('bind', { server: place.url, project: 'demo' });
    await press('A link asks to connect to', 'Add Connection');
    await view.choose('Server', '(1/5)');
    await view.atStep('(2/5)');
    assert.equal(await window.quickInputBox.inputValue(), place.url);
    await window.page.keyboard.press('Enter');
    await view.pasteToken(platform.token, '(3/5)');
    await view.answer('Quality', '(4/5)');
    await view.choose('Receive notifications', '(5/5)');
    await press('A link asks to bind a folder to project “demo” on “Quality”', 'Bind');
    await view.waitForRow(/^Demo Project, project, .*folders demo/);
  });

  it('binds nothing after a no, and adds nothing that exists already [W3]', async () => {
    await follow('bind', { server: place.url, project: 'other' });
    await press('A link asks to bind a folder to project “other” on “Quality”', 'Cancel');
    await follow('connect', { server: place.url });
    await window.toast('A connection to').waitFor();
    assert.equal(await view.rowLike(/, connection, /).count(), 1);
    assert.deepEqual(
      place.requests.filter((path) => path.includes('other')),
      [],
    );
  });
});
