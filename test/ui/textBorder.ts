import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import { testExtension } from '../harness/testExtension.ts';
import { openEditor, type UiWindow } from '../harness/ui.ts';
import { scenario } from './scenario.ts';

export const hostileName =
  'Shop [open](command:workbench.action.files.newUntitledFile) [site](https://evil.example/x) $(flame) <b>bold</b> https://evil.example/y';

export type Rendered = 'links' | 'icons' | 'markup';

/** A place where the editor shows a string of an extension. */
export interface Place {
  /** The API, as an extension calls it. */
  readonly api: string;
  /** Parts of the hostile name that the editor renders when an extension calls the API directly. Default: none. */
  readonly renders?: readonly Rendered[];
  /** The function of `src/extension/ui` that the product uses, if the editor renders something. */
  readonly wrapper?: string;
  /** The command of `test/textBorderExtension` that shows the name, without `.raw` or `.plain`. */
  readonly shownBy: string;
  /** Brings the place onto the screen after the command, and returns what shows the name. */
  readonly find: (window: UiWindow) => Locator | Promise<Locator>;
}

export const toast = ({ page }: UiWindow): Locator =>
  page.locator('.notifications-toasts .notification-list-item');
export const message = ({ quickInput }: UiWindow): Locator => quickInput.locator('.quick-input-message');
const row = ({ quickInput }: UiWindow): Locator => quickInput.locator('.monaco-list-row').first();
const hover = ({ page }: UiWindow): Locator => page.locator('.monaco-hover:visible').last();

const hoverOf =
  (part: (window: UiWindow) => Locator) =>
  async (window: UiWindow): Promise<Locator> => {
    await window.page.mouse.move(0, 0);
    await part(window).hover();
    await hover(window).waitFor();
    return hover(window);
  };

const statusBar = ({ page }: UiWindow): Locator =>
  page.locator('.part.statusbar .statusbar-item').filter({ hasText: 'Shop' });

const treeRow = ({ page }: UiWindow): Locator =>
  page.getByRole('tree', { name: 'Border' }).getByRole('treeitem').first();

const showView = async ({ page }: UiWindow): Promise<void> => {
  const tab = page.getByRole('tab', { name: /^Border/ });
  if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
};

const inEditor = (line: number) =>
  hoverOf(({ page }) => page.locator(`.editor-instance .view-line`).nth(line).locator('span > span').first());

const frame = ({ page }: UiWindow): FrameLocator =>
  page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');

/** All places, by feature of the editor. Names from outside reach no other one: lint refuses the calls. */
export const places: readonly Place[] = [
  {
    api: 'window.showWarningMessage: message',
    renders: ['links'],
    wrapper: 'messages.ts',
    shownBy: 'message',
    find: (window) => toast(window).locator('.notification-list-item-message'),
  },
  {
    api: 'window.showWarningMessage: button',
    shownBy: 'message',
    find: (window) => toast(window).locator('.notification-list-item-buttons-container'),
  },
  {
    api: 'window.showWarningMessage: modal message, detail and button',
    shownBy: 'modal',
    find: ({ page }) => page.locator('.monaco-dialog-box'),
  },
  {
    api: 'window.withProgress: title in a notification',
    renders: ['links'],
    wrapper: 'progress.ts',
    shownBy: 'progress',
    find: (window) => toast(window).locator('.notification-list-item-message'),
  },
  {
    api: 'window.withProgress: title in the status bar',
    renders: ['icons'],
    wrapper: 'progress.ts',
    shownBy: 'progress',
    find: (window) => statusBar(window).first(),
  },
  {
    api: 'InputBox.title and placeholder',
    shownBy: 'input',
    find: ({ quickInput }) => quickInput.locator('.quick-input-titlebar'),
  },
  {
    api: 'InputBox.prompt',
    renders: ['links', 'icons'],
    wrapper: 'quickInput/askText.ts',
    shownBy: 'input',
    find: message,
  },
  {
    api: 'InputBox.validationMessage',
    renders: ['links', 'icons'],
    wrapper: 'quickInput/askText.ts',
    shownBy: 'input',
    find: async (window) => {
      await window.quickInputBox.press('Enter');
      const shown = message(window).and(window.page.locator(':not(:has-text("Press"))'));
      await window.quickInput.locator('.monaco-inputbox.error').waitFor();
      return shown;
    },
  },
  {
    api: 'QuickPick.title and placeholder',
    shownBy: 'pick',
    find: ({ quickInput }) => quickInput.locator('.quick-input-titlebar'),
  },
  {
    api: 'QuickPickItem.label, description and detail',
    renders: ['icons'],
    wrapper: 'quickInput/pickOne.ts',
    shownBy: 'pick',
    find: row,
  },
  {
    api: 'QuickPickItem.description: hover',
    renders: ['links', 'icons'],
    wrapper: 'quickInput/pickOne.ts',
    shownBy: 'pick',
    find: hoverOf((window) => row(window).locator('.label-description').first()),
  },
  {
    api: 'StatusBarItem.text and window.setStatusBarMessage',
    renders: ['icons'],
    wrapper: 'statusBar.ts',
    shownBy: 'statusBar',
    find: ({ page }) => page.locator('.part.statusbar'),
  },
  {
    api: 'StatusBarItem.tooltip, a string',
    shownBy: 'statusBar',
    find: hoverOf((window) => statusBar(window).first()),
  },
  {
    api: 'TreeItem.label and description, TreeView.message and description',
    shownBy: 'tree',
    find: async (window) => {
      await showView(window);
      await treeRow(window).waitFor();
      return window.page.locator('.part.sidebar');
    },
  },
  {
    api: 'TreeItem.tooltip, a string',
    shownBy: 'tree',
    find: async (window) => {
      await showView(window);
      return hoverOf((shown) => treeRow(shown).locator('.label-name'))(window);
    },
  },
  {
    api: 'Diagnostic.message, source and code: hover',
    shownBy: 'editor',
    find: inEditor(0),
  },
  {
    api: 'Hover, a MarkdownString',
    renders: ['links'],
    wrapper: 'hover.ts',
    shownBy: 'editor',
    find: inEditor(2),
  },
  {
    api: 'Webview.html',
    renders: ['markup'],
    wrapper: 'page.ts',
    shownBy: 'page',
    find: (window) => frame(window).locator('body'),
  },
  {
    api: 'markdown.showPreview',
    renders: ['links', 'markup'],
    wrapper: 'plainText.ts',
    shownBy: 'report',
    find: (window) => frame(window).locator('body'),
  },
];

/**
 * A scenario of a name that holds links, icons and markup.
 * @param define defines its tests; `shown` runs a command and resolves with what the editor rendered at the place
 */
export function hostileNameScenario(
  define: (shown: (command: string, place: Place) => Promise<readonly Rendered[]>) => void,
): void {
  scenario('a name that holds links, icons and markup', ({ keep }) => {
    let window: UiWindow;

    before(async () => {
      const editor = await keep(
        openEditor({
          extension: 'none',
          beside: [await testExtension('textBorder')],
          env: { SERVICE_TEST_NAME: hostileName },
        }),
      );
      window = await editor.openWindow({ folder: editor.folder('demo') });
      await window.page.getByRole('tab', { name: /^Border/ }).waitFor();
    });

    afterEach(async () => {
      await window.command('Border: end');
      await toast(window).first().waitFor({ state: 'detached' });
      await window.page.locator('.tab').first().waitFor({ state: 'detached' });
    });

    const shown = async (command: string, { find, api }: Place): Promise<readonly Rendered[]> => {
      if (!command.startsWith('tree')) await window.command(`Border: ${command}`);
      const place = await find(window);
      await place.filter({ hasText: 'Shop' }).first().waitFor();
      assert.match(await place.first().innerText(), /Shop/, api);
      // Without the link that the hover shall have.
      const own = 'https://own.example';
      const links = await place.locator(`a[href]:not([href^="${own}"]):not([data-href^="${own}"])`).count();
      const icons = await place.locator('.codicon-flame').count();
      const bold = await place
        .locator('b, strong')
        .filter({ hasText: /^bold$/ })
        .count();
      if (await window.quickInput.isVisible()) await window.page.keyboard.press('Escape');
      if (command.startsWith('modal')) await window.page.keyboard.press('Escape');
      return [
        ...(links > 0 ? (['links'] as const) : []),
        ...(icons > 0 ? (['icons'] as const) : []),
        ...(bold > 0 ? (['markup'] as const) : []),
      ];
    };

    define(shown);
  });
}
