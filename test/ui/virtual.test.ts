import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testExtension } from '../harness/testExtension.ts';
import { repeatUntilShown, openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { githubToken } from '../support/madeSecrets.ts';
import { temporaryFolder } from '../../scripts/temporaryFolder.ts';
import { ServiceView } from './serviceView.ts';
import { scenario } from './scenario.ts';

scenario('a virtual folder', ({ keep }) => {
  let platform: DemoPlatform;
  let editor: UiEditor;
  let window: UiWindow;
  let view: ServiceView;
  let disk: string;
  let readOnly: UiWindow;

  const at = (file: string): string => join(disk, 'shop', file);
  const json = async (file: string): Promise<unknown> => JSON.parse(await readFile(at(file), 'utf8'));

  before(async () => {
    platform = await keep(DemoPlatform.start({ edition: 'developer' }));
    await platform.createProject('acme:shop', 'The Shop', 'clean');
    assert.equal(await platform.analyze('acme:shop', 'bad', 'next'), 'ERROR');
    disk = temporaryFolder('virtual');
    for (const folder of ['.service', '.git', '.vscode']) mkdirSync(at(folder), { recursive: true });
    const shared = { serverUrl: platform.url, projectKey: 'acme:shop' };
    await writeFile(at('.service/connectedMode.json'), JSON.stringify(shared));
    await writeFile(at('.git/HEAD'), 'ref: refs/heads/next\n');
    await writeFile(at('.vscode/settings.json'), '{}');
    await writeFile(at('demo.js'), 'export const one = 1;\ndebugger;\n');
    editor = await keep(
      openEditor({
        beside: [await testExtension('virtual')],
        env: { SERVICE_TEST_VIRTUAL: disk },
        settings: { 'service.connectedMode.suggestBindings': true },
      }),
    );
    window = await editor.openWindow({ folder: 'virtual:/shop' });
    view = await ServiceView.in(window, platform);
  });

  it('is bound to the project of its shared binding file', async () => {
    await window.toast('Bind folder “shop” to project “The Shop” on Quality?').hover();
    await window.screenshot('virtual-suggestion');
    await window.answerToast('Bind folder “shop” to project', 'Bind');
    await becomes(() => json('.vscode/settings.json'), {
      'service.connectedMode.project': { projectKey: 'acme:shop' },
    });
  });

  it('shows the gate of the branch that is checked out', async () => {
    await view.waitForRow(/^The Shop, branch next, project, quality gate Failed, folders shop/);
    await window.screenshot('virtual');
  });

  it('shows the issues behind this gate at their lines', async () => {
    await window.command('Service: Show Issues Behind the Quality Gate');
    await window
      .tree('Quality Gate')
      .getByRole('treeitem', { name: /^Unexpected 'debugger'/u })
      .waitFor();
    await window.command('Problems: Focus on Problems View');
    await window.problem('debugger').filter({ hasText: '[Ln 2, Col 1]' }).waitFor();
    await window.screenshot('virtual-issues');
  });

  it('shows the gate of the other branch after a checkout', async () => {
    await writeFile(at('.git/HEAD'), 'ref: refs/heads/main\n');
    // A virtual folder need not tell of changes; they are looked for when the window gets the focus.
    await repeatUntilShown(
      view.rowLike(/^The Shop, project, .*quality gate Passed, folders shop/),
      async () => {
        const other = await editor.context.newPage();
        await other.close();
        await window.focus();
      },
    );
  });

  it('gets a shared binding file', async () => {
    await writeFile(at('.service/connectedMode.json'), '{}');
    await window.command('Service: Share Binding');
    await window.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Overwrite' }).click();
    await window.page.getByRole('tab', { name: /connectedMode\.json/ }).waitFor();
    assert.deepEqual(await json('.service/connectedMode.json'), {
      serverUrl: platform.url,
      projectKey: 'acme:shop',
    });
  });

  it('gets no agent hooks, and its row gives the reason', async () => {
    const agentHooks = new ServiceView(window, 'Agent Hooks');
    await agentHooks.focus();
    await agentHooks.row('shop, agent hooks, Not available').waitFor();
    await window.command('Service: Set Up Agent Hooks');
    await window
      .toast('Agent hooks cannot run in shop, because the folder is not on a machine with a terminal.')
      .waitFor();
    await window.screenshot('virtual-agent-hooks');
  });

  it('has its secrets reported like any other folder', async () => {
    // The file that was shared is still open.
    await window.page.locator('.editor-instance .view-lines').click();
    await window.page.keyboard.press('Control+End');
    await window.page.keyboard.insertText(`"token": "${githubToken(1)}"`);
    await window.command('Problems: Focus on Problems View');
    await window.page.locator('.markers-panel').getByText('Secret found').waitFor();
  });

  it('gets no binding if it is read-only, and the message gives the reason', async () => {
    readOnly = await editor.openWindow({ folder: 'readonly:/shop' });
    const otherView = await ServiceView.in(readOnly);
    await readOnly.command('Service: Bind Folder to Project');
    await readOnly.toast('This folder is read-only').waitFor();
    await readOnly.screenshot('virtual-readonly');
    await otherView.waitForRow(/^Quality, connection/);
  });

  it('does not prevent the user from deleting its connection if it is read-only', async () => {
    await readOnly.command('Service: Delete Connection');
    await readOnly.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Delete' }).click();
    await readOnly.toast(/could not be updated and still refer to it: shop/).waitFor();
    await (await ServiceView.in(readOnly)).addButton.waitFor();
  });
});
