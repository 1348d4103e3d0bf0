import assert from 'node:assert/strict';
import type { UiWindow } from '../harness/ui.ts';
import { useToken } from '../harness/tokens.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import type { ServiceView } from './serviceView.ts';
import { scenario } from './scenario.ts';
import { sharedWindow } from './sharedWindow.ts';

// @oldest-editor: quick inputs differ by version.

scenario('adding a connection', (stage) => {
  let platform: DemoPlatform;
  let window: UiWindow;
  let view: ServiceView;

  before(async () => {
    platform = await stage.keep(DemoPlatform.start());
    await platform.createProject('demo', 'Demo Project');
    ({ window, view } = await sharedWindow(stage, { files: { 'a.js': '' } }));
  });

  it('is offered by the empty view', async () => {
    await view.addButton.click();
    await view.atStep('Add Connection (1/5)');
    await window.screenshot('wizard', { part: window.quickInput });
  });

  it('requires an address at which a platform answers [CN1]', async () => {
    await view.choose('Server');
    await view.answer('not an address', 'Add Connection (2/5)');
    await view.objection('Enter an http or https address');
    await view.answer('http://127.0.0.1:9');
    await view.objection(/could not be reached.*Press Enter again/);
  });

  it('keeps the typed text when the user goes back', async () => {
    await view.answer(`${platform.url}/`);
    await view.atStep('Add Connection (3/5)');
    await window.screenshot('wizard-token');
    await window.quickInput.getByRole('button', { name: /Back/ }).click();
    await view.atStep('Add Connection (2/5)');
    assert.equal(await window.quickInputBox.inputValue(), platform.url);
    await window.page.keyboard.press('Enter');
    await view.atStep('Add Connection (3/5)');
  });

  it('masks the token and refuses every kind but a user token, with the name of the kind [AU4]', async () => {
    await view.choose('Paste a token');
    await view.atStep('User token');
    assert.equal(await window.quickInputBox.getAttribute('type'), 'password');
    await view.answer(await platform.newToken('global', 'GLOBAL_ANALYSIS_TOKEN'));
    await view.objection('This is a global analysis token');
    await view.answer(await platform.newToken('project', 'PROJECT_ANALYSIS_TOKEN', { projectKey: 'demo' }));
    await view.objection('This is a project analysis token');
    await view.answer(useToken(`squ_${'0'.repeat(40)}`));
    await view.objection(/The token was refused: .* Paste another token, or go back to create one\./);
  });

  it('proposes a name, and saves only at the end [CN2]', async () => {
    await view.answer(platform.token);
    await view.atStep('Add Connection (4/5)');
    assert.equal(await window.quickInputBox.inputValue(), new URL(platform.url).host);
    assert.equal(await view.tree.getByRole('treeitem').count(), 0);
    await view.answer('Quality');
    await view.choose('Receive notifications', 'Add Connection (5/5)');
    await view.waitForRow(/^Quality, connection, Connected/);
  });
});
