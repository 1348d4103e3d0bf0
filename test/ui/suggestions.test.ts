import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { ServiceView } from './serviceView.ts';
import { scenario } from './scenario.ts';
import { bindingOf } from './userSettings.ts';

const repositories = Array.from({ length: 40 }, (_, n) => `repo-${String(n + 1).padStart(2, '0')}`);

scenario('suggested bindings', ({ keep }) => {
  let platform: DemoPlatform;
  let editor: UiEditor;
  let window: UiWindow;
  let view: ServiceView;
  let shop: string;

  before(async () => {
    platform = await keep(DemoPlatform.start());
    await platform.createProject('acme:shop', 'The Shop');
    for (const name of repositories) await platform.createProject(`acme_${name}`, `Project ${name}`);
    editor = await keep(
      openEditor({
        settings: { 'service.connectedMode.suggestBindings': true },
        lastingSecrets: true,
      }),
    );
    shop = editor.folder('web', { 'service-project.properties': 'service.projectKey=acme:shop\n' });
    window = await editor.openWindow({ folder: shop });
    view = await ServiceView.in(window, platform);
  });

  it('appear once per workspace, with the reason', async () => {
    const toast = window.toast('Bind folder “web” to project “The Shop” on Quality?');
    // The mouse keeps the toast open.
    await toast.hover();
    assert.match(await toast.innerText(), /named in service-project\.properties/);
    await window.screenshot('suggestion');
    await window.answerToast('Bind folder “web” to project', 'Bind');
    await view.waitForRow(/^The Shop, project, quality gate Not computed, folders web/);
    await becomes(() => bindingOf(shop), { projectKey: 'acme:shop' });
  });

  it('list the folder under its project', () =>
    view.expand('The Shop, project', view.row('web, bound folder')));

  it('become a file without connection name and token by Share Binding', async () => {
    await window.command('Service: Share Binding');
    await window.page.getByRole('tab', { name: /connectedMode\.json/ }).waitFor();
    const shared = JSON.parse(await readFile(join(shop, '.service/connectedMode.json'), 'utf8')) as unknown;
    assert.deepEqual(shared, { serverUrl: platform.url, projectKey: 'acme:shop' });
  });

  it('bind a folder with 40 repositories in one go', async () => {
    const files = repositories.map((name): [string, string] => [
      `${name}/.git/config`,
      `[remote "origin"]\n\turl = https://forge.example/acme/${name}.git\n`,
    ]);
    const team = editor.folder('team', Object.fromEntries(files));
    const other = await editor.openWindow({ folder: team });
    const teamView = await ServiceView.in(other);
    await teamView.waitForRow(/^Quality, connection, Connected/);
    await other.answerToast('40 folders match projects of your connections', 'Review…');
    await teamView.atStep('Suggested Bindings');
    await other.quickInput
      .getByRole('checkbox', { name: /^repo-01 → Project repo-01, repository name/ })
      .waitFor();
    await other.screenshot('suggestions');
    await other.quickInputBox.press('Enter');
    for (const name of repositories)
      await becomes(() => bindingOf(join(team, name)), { projectKey: `acme_${name}` });
    // The window opens another workspace, with 41 folders, so the editor restarts its extension host.
    await other.page.waitForURL(/[?&]workspace=/);
  });

  it('do not appear again after the user declined, except by command', async () => {
    const folder = editor.folder('shelf', { 'sonar-project.properties': 'sonar.projectKey=acme:shop\n' });
    const shelf = await editor.openWindow({ folder });
    const shelfView = await ServiceView.in(shelf);
    const offer = 'Bind folder “shelf” to project “The Shop”';
    await shelf.answerToast(offer, "Don't Ask Again");
    // The product has heard it when it answers the next question.
    await shelf.command('Service: Suggest Bindings for Folders');
    await shelfView.atStep('Suggested Projects for shelf');
    await shelf.page.keyboard.press('Escape');
    await shelf.page.reload();
    await shelf.ready();
    await shelfView.open();
    await shelfView.waitForRow(/^Quality, connection, Connected/);
    await shelf.command('Service: Suggest Bindings for Folders');
    // It reads and asks the same as an unasked question would have done before.
    await shelfView.atStep('Suggested Projects for shelf');
    assert.equal(await shelf.toast(offer).count(), 0);
    await shelf.quickInput.getByRole('option', { name: /^The Shop.*named in sonar-project/ }).waitFor();
    await shelf.page.keyboard.press('Enter');
    await shelfView.waitForRow(/^The Shop, project, .*folders shelf/);
  });
});
