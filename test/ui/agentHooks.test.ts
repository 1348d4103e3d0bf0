import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { latestEditor } from '../../scripts/editor/versions.ts';
import { openEditor, version, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { fireEvent } from '../fakeEditor/fakeEditor.ts';
import { becomes } from '../support/becomes.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { githubToken } from '../support/madeSecrets.ts';
import { menuOf, titleOf } from '../support/manifest.ts';
import { ByKeyboard } from './byKeyboard.ts';
import { ServiceView } from './serviceView.ts';
import { scenario } from './scenario.ts';

scenario('agent hooks', ({ keep }) => {
  let platform: DemoPlatform;
  let editor: UiEditor;
  let window: UiWindow;
  let view: ServiceView;
  let keyboard: ByKeyboard;
  let folder: string;
  let serviceHome: string;

  before(async function () {
    // Headless, the oldest editor has no pty host that answers: its terminals stay empty.
    if (version !== latestEditor) this.skip();
    platform = await keep(DemoPlatform.start());
    await platform.createProject('demo', 'Demo Project');
    editor = await keep(
      openEditor({
        // Every command line in a terminal inherits the token, as on a machine at work.
        settings: {
          'terminal.integrated.env.linux': { SERVICE_URL: platform.url, SERVICE_TOKEN: platform.token },
        },
        tokensMayLieIn: [/User\/settings\.json$/, /User\/History\//],
      }),
    );
    serviceHome = join(editor.home.home, '.service');
    folder = editor.folder('hooked', { 'service-project.properties': 'service.projectKey=demo\n' });
    window = await editor.openWindow({ folder });
    // Shown means loaded: a palette that is opened before knows no command of ours.
    await ServiceView.in(window, platform);
    view = new ServiceView(window, 'Agent Hooks');
    keyboard = new ByKeyboard(window, view);
  });

  const row = ['hooked, agent hooks'] as const;
  const shimBecomes = (there: boolean): Promise<void> =>
    becomes(() => existsSync(join(folder, '.cursor/hooks/service-guard.sh')), there);
  const rowSays = (state: string): Promise<void> =>
    view.waitForRow(new RegExp(`^hooked, agent hooks(?: for Cursor)?, ${state}$`));
  const agent = (title: string): Locator =>
    window.quickInput.locator('.monaco-list-row').and(window.page.getByLabel(title, { exact: true }));

  /** Checks or unchecks agents in the open list, and accepts it. */
  const toggle = async (...titles: readonly string[]): Promise<void> => {
    await view.atStep('Select the AI agents');
    for (const title of titles) await agent(title).click();
    await window.quickInputBox.press('Enter');
  };

  it('are shown as missing for each folder in their view', async () => {
    await keyboard.goTo(row);
    await rowSays('Not configured');
  });

  it('are installed from the menu of their row, in a terminal on the machine of the folder', async () => {
    const offered = await keyboard.chooseInMenu(row, titleOf('service.installGuards'));
    assert.deepEqual(offered, menuOf('agentHook.absent'));
    await view.atStep('Select the AI agents');
    assert.equal(await window.quickInput.getByRole('checkbox', { checked: true }).count(), 0);
    await window.quickInputBox.fill('Cursor');
    await window.page.keyboard.press('ArrowDown');
    await agent('Cursor').and(window.page.locator('.focused')).waitFor();
    await window.page.keyboard.press('Space');
    await window.page.keyboard.press('Enter');
    await shimBecomes(true);
    await rowSays('Configured');
    await window.screenshot('agent-hooks-installed');
  });

  it('are repaired from the menu after their program was damaged', async () => {
    const bin = join(serviceHome, 'service-cli/bin');
    const [installed = ''] = readdirSync(bin);
    appendFileSync(join(bin, installed, 'hook.js'), '// changed');
    await rowSays('Invalid configuration');
    await window.screenshot('agent-hooks-broken');
    const offered = await keyboard.chooseInMenu(row, titleOf('service.repairGuards'));
    assert.deepEqual(offered, menuOf('agentHook.broken'));
    await rowSays('Configured');
  });

  it('show for each agent whether it is guarded, and what its hooks denied this week', async () => {
    await keyboard.goTo(['Cursor']);
    await view.waitForRow(/^Cursor, AI agent, Guarded, nothing denied this week$/);
    const env = { SERVICE_URL: platform.url, SERVICE_TOKEN: platform.token };
    const prompt = { prompt: `Use ${githubToken(31)}.`, attachments: [] };
    const { passes } = await fireEvent('beforeSubmitPrompt', prompt, {
      root: folder,
      home: editor.home.home,
      env,
    });
    assert.equal(passes, false);
    await view.waitForRow(/^Cursor, AI agent, Guarded, 1 denied, 0 masked this week$/);
    await window.screenshot('agent-hooks-agent');
  });

  it('show the secrets that agents have stored after a search, each with a page about replacing it', async () => {
    const leaked = `export GITHUB_TOKEN=${githubToken(32)}\n`;
    writeFileSync(join(editor.home.home, '.bash_history'), leaked);
    const audit = 'Secrets that agents have stored';
    await keyboard.goTo([`${audit}, Not searched`]);
    await window.page.keyboard.press('Enter');
    await window.toast('Secrets that AI agents have stored: 1. Replace them.').waitFor();
    await keyboard.goTo(['GitHub']);
    await window.screenshot('agent-hooks-audit');
    await window.page.keyboard.press('Enter');
    const question = window.page.getByRole('dialog').filter({ hasText: 'docs.github.com' });
    await question.waitFor();
    await window.page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    rmSync(join(editor.home.home, '.bash_history'));
    await keyboard.chooseInMenu([audit], titleOf('service.auditAgents'));
    await view.waitForRow(/^Secrets that agents have stored, None found$/);
  });

  it('are removed from the menu', async () => {
    const offered = await keyboard.chooseInMenu(row, titleOf('service.removeGuards'));
    assert.deepEqual(offered, menuOf('agentHook.sound'));
    await shimBecomes(false);
    await rowSays('Not configured');
  });

  it('are installed by a command for the agents that the user checks', async () => {
    await window.command('Service: Set Up Agent Hooks');
    await window.page.getByPlaceholder('Not installed', { exact: true }).waitFor();
    await window.takeFirst('Install');
    await view.atStep('Select the AI agents');
    await agent('Cursor').click();
    await agent('Claude Code').click();
    await window.screenshot('agent-hooks-agents', { part: window.quickInput });
    await window.quickInputBox.press('Enter');
    await view.waitForRow(/^hooked, agent hooks for Cursor, Claude Code, Configured$/);
  });

  it('stay as they are when the user checks no agent, which a message says with an offer to remove them', async () => {
    await window.command('Service: Set Up Agent Hooks');
    await window.page.getByPlaceholder('Installed and working', { exact: true }).waitFor();
    await window.takeFirst('Install');
    await view.atStep('Select the AI agents to set up. The others stay unchanged.');
    await toggle('Cursor', 'Claude Code');
    await window
      .toast(
        'No agent was selected, so nothing was changed. Agent hooks are still installed for Cursor, Claude Code.',
      )
      .hover();
    await window.screenshot('agent-hooks-none');
    await window.answerToast('No agent was selected', 'Select Agents');
    await toggle('Cursor', 'Claude Code');
    await window.answerToast('No agent was selected', 'Remove Agent Hooks');
    await shimBecomes(false);
    await rowSays('Not configured');
  });

  it('are not installed when the user checks no agent, which a message says', async () => {
    await window.command('Service: Set Up Agent Hooks');
    await window.takeFirst('Install');
    await toggle();
    await window.answerToast('No agent was selected, so nothing was changed.', 'Select Agents');
    await toggle('Cursor');
    await shimBecomes(true);
    await rowSays('Configured');
  });

  it('are removed by one click', async () => {
    await view.row('hooked, agent hooks for').hover();
    await view.row('hooked, agent hooks for').getByRole('button', { name: 'Remove' }).click();
    await shimBecomes(false);
  });
});
