import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Locator } from 'playwright-core';
import { repeatUntilShown, openEditor, patienceMs, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import {
  flows,
  project,
  rows,
  type Answer,
  type Flow,
  type RowKind,
  type Sight,
  type Words,
  type World,
} from './flows.data.ts';
import { ByKeyboard, type RowPath } from './byKeyboard.ts';
import { GateDetailsPage, webviewOf } from './gateDetailsPage.ts';
import { startServer } from '../support/httpServer.ts';
import { menuOf, titleOf } from '../support/manifest.ts';
import { ServiceView } from './serviceView.ts';
import { boundTo } from './userSettings.ts';
import { scenario } from './scenario.ts';

/**
 * Asserts that a screen reader reads a part of the page as `test/fixtures/aria/<name>.yml` says. With
 * `SERVICE_UPDATE_SNAPSHOTS` set, it writes the file instead; review the difference then.
 */
async function assertReads(name: string, part: Locator): Promise<void> {
  const file = join(import.meta.dirname, `../fixtures/aria/${name}.yml`);
  const hear = async () => `${steady(await part.ariaSnapshot())}\n`;
  // Rows with answers of the platform appear a little later.
  if (process.env.SERVICE_UPDATE_SNAPSHOTS === undefined) await becomes(hear, readFileSync(file, 'utf8'));
  else writeFileSync(file, await hear());
}

/** Without what differs from run to run, and without the letters that icons are drawn with: names stand beside them. */
function steady(snapshot: string): string {
  return snapshot
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    .replaceAll(/(?:\w{3} \d{1,2}, \d{4}, )?\d{1,2}:\d{2}\s[AP]M/g, 'TIME')
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'UUID')
    .replaceAll(/(- (?:treeitem|option) .*?(?:"|\])):.*/g, '$1');
}

scenario('with the keyboard alone, a user', ({ keep }) => {
  let platform: DemoPlatform;
  let editor: UiEditor;
  let window: UiWindow;
  let view: ServiceView;
  let keyboard: ByKeyboard;
  let agentHooks: ByKeyboard;
  let world: World;

  before(async () => {
    platform = await keep(DemoPlatform.start());
    await platform.createProject('demo', 'Demo Project', 'clean', 'bad');
    editor = await keep(openEditor());
    await keep(
      editor.context.addInitScript(
        "globalThis.presses = 0; addEventListener('mousedown', () => presses++, true);",
      ),
    );
    const folders = [
      editor.folder('bound', boundTo('demo')),
      editor.folder('free', { 'sonar-project.properties': 'sonar.projectKey=demo\n' }),
      editor.folder('astray', boundTo('demo', 'Nobody')),
    ];
    window = await editor.openWindow({ workspace: editor.workspace('flows', folders) });
    view = new ServiceView(window);
    keyboard = new ByKeyboard(window, view);
    agentHooks = new ByKeyboard(window, new ServiceView(window, 'Agent Hooks'));
    const target = { url: '', status: 500 };
    const receiver = await keep(
      startServer((request, response) =>
        request.resume().on('end', () => response.writeHead(target.status).end()),
      ),
    );
    target.url = receiver.url;
    const name = 'passing';
    world = {
      platform,
      passing: { name, token: await platform.newToken(name, 'USER_TOKEN') },
      file: join(editor.folder('elsewhere'), 'connections.json'),
      receiver: target,
    };
    await window.command('Service: Focus on Connected Mode View');
    await view.addButton.waitFor();
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await window.screenshot('failed');
  });

  for (const flow of flows)
    it(flow.does, async () => {
      await flow.given?.(world);
      const opened = 'page' in flow.shows ? editor.context.waitForEvent('page') : undefined;
      // The editor may open its own walkthrough before it has read those of extensions, so the step repeats the
      // command.
      if ('ticked' in flow.shows)
        await repeatUntilShown(tickAt(flow.shows.ticked[0]), () => start(flow), 5000);
      else await start(flow);
      for (const answer of flow.answers ?? []) await give(answer);
      if (opened) {
        const page = await opened;
        // The server builds of the editor serve ports of their machine under a path.
        await page.waitForURL(new RegExp(`[:/]${new URL(platform.url).port}/`));
        await page.close();
        await window.focus();
      } else {
        await see(flow.shows);
        await window.screenshot(`flow-${flow.does.replaceAll(/\W+/g, '-')}`);
      }
      if (flow.reads) await assertReads(flow.reads, locatorOf(flow.reads));
      await leave();
    });

  it('has done all of this without a mouse button', async () => {
    assert.equal(await window.page.evaluate('presses'), 0);
  });

  async function start({ start }: Flow): Promise<void> {
    if ('menuOf' in start) await chooseInMenu(start.menuOf, start.command, start.of);
    else if ('welcome' in start) {
      await window.command('Service: Focus on Connected Mode View');
      await keyboard.press(view.addButton, 'Tab');
    } else await window.command(`Service: ${titleOf(start.command)}`);
  }

  /** The menu of a row offers exactly what package.json says. */
  async function chooseInMenu(kind: RowKind, command: string, path: RowPath = rows[kind]): Promise<void> {
    if (path.length > 1 && path[0] === project) {
      // A menu loses its row when the view is drawn again, so the step waits for the drawing.
      await keyboard.goTo([project, 'Webhooks, ']);
      await view.rowLike(/^Webhooks, \d+ of 10/).waitFor();
    }
    const own = kind === 'agentHook.absent' ? agentHooks : keyboard;
    assert.deepEqual(await own.chooseInMenu(path, titleOf(command)), menuOf(kind));
  }

  async function give(answer: Answer): Promise<void> {
    if ('dialog' in answer) {
      const dialog = window.page.getByRole('dialog').filter({ hasText: answer.dialog });
      await keyboard.press(dialog.getByRole('button', { name: answer.press, exact: true }), 'Tab');
      // The key that is meant for what comes next would be the dialog's.
      await dialog.waitFor({ state: 'detached' });
      return;
    }
    if ('meant' in answer) {
      await view.objection(answer.meant);
      await window.page.keyboard.press('Enter');
      return;
    }
    await view.atStep(answer.at);
    if ('pick' in answer) await view.choose(answer.pick);
    else if ('path' in answer) await givePath(textOf(answer.path));
    else await view.answer(textOf(answer.type));
  }

  /**
   * Answers the editor's dialog for files. While the dialog reads folders, it writes names into the typed text,
   * and after one Enter on a list that it had not drawn it ignores every further Enter. So the function opens
   * the folder first.
   */
  async function givePath(path: string): Promise<void> {
    const { quickInput, quickInputBox } = window;
    const offered = quickInput.getByRole('option');
    const folder = dirname(path);
    const names = readdirSync(folder);
    await offered.first().waitFor();
    await quickInputBox.fill(`${folder}/`);
    await becomes(
      async () => (await offered.allInnerTexts()).map((text) => text.trim()).sort(),
      ['..', ...names].sort(),
      patienceMs,
    );
    await quickInputBox.fill(path);
    if (names.includes(basename(path))) await window.focusedRow(basename(path)).waitFor();
    await window.page.keyboard.press('Enter');
    await offered.first().waitFor({ state: 'hidden' });
  }

  function tickAt(step: string): Locator {
    return window.page.getByRole('checkbox', { name: step, checked: true });
  }

  function textOf(words: Words): string {
    return typeof words === 'string' ? words : words(world);
  }

  async function see(sight: Sight): Promise<void> {
    if ('row' in sight) {
      const { says, saysNot, gate } = sight;
      let row = view.rowLike(sight.row);
      if (says !== undefined) row = row.filter({ hasText: says });
      if (saysNot !== undefined) row = row.filter({ hasNotText: saysNot });
      await row.waitFor();
      if (gate !== undefined) await view.gate.filter({ hasText: gate }).waitFor();
    } else if ('toast' in sight) await window.toast(sight.toast).waitFor();
    else if ('step' in sight) await view.atStep(sight.step);
    else if ('objection' in sight) await view.objection(sight.objection);
    else if ('details' in sight) {
      const details = await GateDetailsPage.in(window);
      await details.page.getByRole('heading', { name: sight.details }).waitFor();
    } else if ('ticked' in sight) {
      for (const step of sight.ticked) await tickAt(step).waitFor();
    } else if ('output' in sight) {
      const channel = window.page.locator('.part.panel:visible select option:checked');
      await channel.filter({ hasText: sight.output }).first().waitFor({ state: 'attached' });
    } else if ('history' in sight) {
      await window.command('Service: Focus on Quality Gate History View');
      await window.page.getByText(sight.history).waitFor();
    } else if ('preview' in sight) await webviewOf(window).getByText(sight.preview).waitFor();
    else if ('text' in sight)
      await window.page.getByText(sight.text).and(window.page.locator(':visible')).first().waitFor();
  }

  function locatorOf(what: NonNullable<Flow['reads']>): Locator {
    if (what === 'tree') return view.tree;
    if (what === 'picks') return window.quickInput.getByRole('listbox');
    return webviewOf(window).getByRole('main');
  }

  /** Closes what a flow has opened, as the next one would find it in its way. */
  async function leave(): Promise<void> {
    if (await window.quickInput.isVisible()) await window.page.keyboard.press('Escape');
    await window.quickInput.waitFor({ state: 'hidden' });
  }
});
