import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { latestEditor } from '../../scripts/editor/versions.ts';
import { insist, openEditor, version, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { assertReads } from './ariaSnapshot.ts';
import {
  flows,
  rows,
  rowsBefore,
  type Answer,
  type Flow,
  type RowKind,
  type Sight,
  type Words,
  type World,
} from './flows.data.ts';
import { GateDetailsPage } from './gateDetailsPage.ts';
import { startServer } from '../support/httpServer.ts';
import { startRecordingProxy } from '../support/recordingProxy.ts';
import { menuOf, titleOf } from '../support/manifest.ts';
import { ServiceView } from './serviceView.ts';
import { story } from './story.ts';

const projectSetting = 'service.connectedMode.project';

story('by keyboard alone, a person', ({ keep }) => {
  let platform: DemoPlatform;
  let editor: UiEditor;
  let window: UiWindow;
  let view: ServiceView;
  let world: World;

  before(async function () {
    // One long way, on which each step needs those before it: part of `npm run screenshots`, not of `npm test`. The oldest
    // editor has its dialog for files, and shows walkthroughs, by ways of its own.
    if (process.env.SERVICE_SCREENSHOTS === undefined || version !== latestEditor) this.skip();
    platform = await keep(DemoPlatform.start());
    await platform.createProject('demo', 'Demo Project');
    assert.equal(await platform.analyze('demo', 'clean'), 'OK');
    assert.equal(await platform.analyze('demo', 'bad'), 'ERROR');
    editor = await keep(openEditor());
    await editor.context.addInitScript(
      "globalThis.presses = 0; addEventListener('mousedown', () => presses++, true);",
    );
    const boundTo = (binding: object) => ({
      '.vscode/settings.json': JSON.stringify({ [projectSetting]: binding }),
    });
    const folders = [
      editor.folder('bound', boundTo({ projectKey: 'demo' })),
      editor.folder('free', { 'sonar-project.properties': 'sonar.projectKey=demo\n' }),
      editor.folder('astray', boundTo({ projectKey: 'demo', connectionId: 'Nobody' })),
    ];
    window = await editor.openWindow({ workspace: editor.workspace('flows', folders) });
    view = new ServiceView(window);
    const target = { url: '', status: 500 };
    const receiver = await keep(
      startServer((request, response) => {
        request.resume().on('end', () => response.writeHead(target.status).end());
      }),
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
      // An editor may show a walkthrough of its own while it has not read those of extensions: it is asked again.
      if ('ticked' in flow.shows) await insist(tickAt(flow.shows.ticked[0]), () => start(flow));
      else await start(flow);
      for (const answer of flow.answers ?? []) await give(answer);
      if (opened) {
        const page = await opened;
        // These server builds reach ports of their own machine by a path of their own.
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

  it('is asked before a link does anything, and no link brings a token', async () => {
    const place = await keep(startRecordingProxy(platform.url));
    const server = encodeURIComponent(place.url);
    await follow(`connect?server=${server}`);
    await give({ dialog: 'A link asks to connect to', press: 'Cancel' });
    await follow(`bind?server=${encodeURIComponent(platform.url)}&project=demo`);
    await give({ dialog: 'A link asks to bind a folder to the project demo of Quality', press: 'Cancel' });
    await follow(`connect?server=${server}&token=planted`);
    await window.toast('The link carries a token and was not followed.').waitFor();
    assert.deepEqual(place.requests, []);
  });

  /** Opens a link as the system hands one over; the editor itself asks whether the extension may have it. */
  async function follow(link: string): Promise<void> {
    await window.command('Developer: Open URL');
    await view.answer(`vscode://service.service-ide/${link}`);
    await give({ dialog: 'open this URI', press: 'Open' });
  }

  it('has not pressed a button of the mouse once', async () => {
    assert.equal(await window.page.evaluate('presses'), 0);
  });

  async function start({ start }: Flow): Promise<void> {
    if ('menuOf' in start) await chooseInMenu(start.menuOf, titleOf(start.command));
    else if ('welcome' in start) {
      await window.command('Service: Focus on Connected Mode View');
      await pressFocused(view.addButton, 'Tab');
    } else await window.command(`Service: ${titleOf(start.command)}`);
  }

  /** Opens the menu of a row, which offers exactly what package.json says, and takes one of its items. */
  async function chooseInMenu(kind: RowKind, title: string): Promise<void> {
    await goTo(rows[kind], rowsBefore[kind]);
    const { page } = window;
    const items = page.locator('.monaco-menu [role="menuitem"]:not([aria-disabled="true"])');
    await page.keyboard.press('Shift+F10');
    await items.first().waitFor();
    const offered = await items.allInnerTexts();
    assert.deepEqual(
      offered.map((text) => text.trim()),
      menuOf(kind),
    );
    await pressFocused(items.filter({ hasText: title }), 'ArrowDown');
    await items.first().waitFor({ state: 'detached' });
  }

  /** Moves to a row of the view by the arrow keys. */
  async function goTo(row: string, behind: readonly string[] = []): Promise<void> {
    await window.command('Service: Focus on Connected Mode View');
    const [before] = behind.slice(-1);
    if (before !== undefined && (await view.row(row).count()) === 0) {
      await goTo(before, behind.slice(0, -1));
      await window.page.keyboard.press('ArrowRight');
      // A menu that was opened before the view is drawn anew has lost its row.
      if (before === rows.project) await view.row('Webhooks, 0 of 10').waitFor();
    }
    await view.row(row).waitFor();
    await window.page.keyboard.press('Home');
    const focused = view.tree.locator('.monaco-list-row.focused').and(view.row(row));
    for (let n = 0; n < 20; n++) {
      if ((await focused.count()) > 0) return;
      await window.page.keyboard.press('ArrowDown');
    }
    assert.fail(`${row} cannot be reached by the arrow keys`);
  }

  /** Moves the focus on by a key until it is there, then presses Enter. */
  async function pressFocused(target: Locator, key: string): Promise<void> {
    const focused = target.and(window.page.locator(':focus-within'));
    await target.first().waitFor();
    for (let n = 0; n < 20; n++) {
      if ((await focused.count()) > 0) {
        await window.page.keyboard.press('Enter');
        return;
      }
      await window.page.keyboard.press(key);
    }
    assert.fail(`it cannot be reached by ${key}`);
  }

  async function give(answer: Answer): Promise<void> {
    if ('dialog' in answer) {
      const dialog = window.page.getByRole('dialog').filter({ hasText: answer.dialog });
      await pressFocused(dialog.getByRole('button', { name: answer.press, exact: true }), 'Tab');
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

  /** The dialog for files writes its folder into what is typed before it has read it, and Enter does nothing meanwhile. */
  async function givePath(path: string): Promise<void> {
    const dialog = window.page.locator('.quick-input-widget:visible').getByPlaceholder('Folder path');
    await becomes(async () => (await dialog.inputValue()).startsWith('/'), true);
    await insist(window.page.locator('body', { hasNot: dialog }), () => view.answer(path));
  }

  function tickAt(step: string): Locator {
    return window.page.getByRole('checkbox', { name: step, checked: true });
  }

  function textOf(words: Words): string {
    return typeof words === 'string' ? words : words(world);
  }

  async function see(sight: Sight): Promise<void> {
    if ('row' in sight) {
      const { says, saysNot } = sight;
      let row = view.rowLike(sight.row);
      if (says !== undefined) row = row.filter({ hasText: says });
      if (saysNot !== undefined) row = row.filter({ hasNotText: saysNot });
      await row.waitFor();
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
    } else if ('text' in sight)
      await window.page.getByText(sight.text).and(window.page.locator(':visible')).first().waitFor();
  }

  function locatorOf(what: NonNullable<Flow['reads']>): Locator {
    if (what === 'tree') return view.tree;
    if (what === 'picks') return window.quickInput.getByRole('listbox');
    return window.page
      .locator('iframe.webview:visible')
      .contentFrame()
      .locator('iframe#active-frame')
      .contentFrame()
      .getByRole('main');
  }

  /** Closes what a flow has opened, as the next one would find it in its way. */
  async function leave(): Promise<void> {
    if (await window.quickInput.isVisible()) await window.page.keyboard.press('Escape');
    await window.quickInput.waitFor({ state: 'hidden' });
  }
});
